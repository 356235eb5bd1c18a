"""How far a printer is off: its profile, and the calibration sheet that shows it."""
