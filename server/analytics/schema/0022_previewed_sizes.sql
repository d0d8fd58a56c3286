-- What Amazon charges by: the tier, and the package from its longest side to its shortest. Empty of rows read before these were there.
ALTER TABLE {{local fee_estimates}}
  ADD COLUMN IF NOT EXISTS size_tier LowCardinality(String),
  ADD COLUMN IF NOT EXISTS package_length Nullable(Decimal(18, 9)),
  ADD COLUMN IF NOT EXISTS package_width Nullable(Decimal(18, 9)),
  ADD COLUMN IF NOT EXISTS package_height Nullable(Decimal(18, 9)),
  ADD COLUMN IF NOT EXISTS length_unit LowCardinality(String),
  ADD COLUMN IF NOT EXISTS package_weight Nullable(Decimal(18, 9)),
  ADD COLUMN IF NOT EXISTS weight_unit LowCardinality(String);

{{distributed fee_estimates}};
