-- A table's edition rises with every change of it, also of what stands beside its log (seats,
-- phones, settings): two writers that decided on the same edition cannot both be right.

ALTER TABLE tables ADD COLUMN edition INTEGER NOT NULL DEFAULT 0;
