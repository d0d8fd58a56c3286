-- What a seller offered in a marketplace on a day.
CREATE TABLE IF NOT EXISTS {{local listings}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  snapshot_date Date,
  marketplace LowCardinality(String),
  sku String,
  asin LowCardinality(String),
  title String CODEC(ZSTD(1)),
  price Nullable(Decimal(18, 9)),
  currency LowCardinality(String),
  status LowCardinality(String),
  fulfillment_channel LowCardinality(String),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed listings}};
