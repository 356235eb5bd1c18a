"""The rules of Black Market Warehouse behind the Game contract."""
