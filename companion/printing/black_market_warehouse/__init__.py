"""The faces of Black Market Warehouse: what its cards, backs and pictures look like in print."""
