-- Days that a table is complete of, also those of which it has no row.
CREATE TABLE IF NOT EXISTS {{local coverage}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  table_name LowCardinality(String),
  marketplace LowCardinality(String),
  start_date Date,
  end_date Date,
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed coverage}};
