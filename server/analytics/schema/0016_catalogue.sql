-- What Amazon's catalogue said of a product on a day.
CREATE TABLE IF NOT EXISTS {{local catalogue_items}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  snapshot_date Date,
  marketplace LowCardinality(String),
  asin String CODEC(ZSTD(1)),
  parent_asin String CODEC(ZSTD(1)),
  title String CODEC(ZSTD(1)),
  brand String CODEC(ZSTD(1)),
  image_address String CODEC(ZSTD(1)),
  package_length Nullable(Decimal(18, 9)),
  package_width Nullable(Decimal(18, 9)),
  package_height Nullable(Decimal(18, 9)),
  length_unit LowCardinality(String),
  package_weight Nullable(Decimal(18, 9)),
  weight_unit LowCardinality(String),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed catalogue_items}};
