-- All that is reserved, where a report says it in one number and not what for.
ALTER TABLE {{local inventory_snapshots}} ADD COLUMN IF NOT EXISTS reserved Nullable(Int32);

{{distributed inventory_snapshots}};
