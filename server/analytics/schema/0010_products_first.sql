-- A page of products reads those alone: by product first, so that fifty of them are fifty short ranges whatever the days are.
CREATE OR REPLACE TABLE {{local measures_by_product}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  fact LowCardinality(String),
  level LowCardinality(String),
  measure LowCardinality(String),
  day Date CODEC(Delta, LZ4),
  marketplace LowCardinality(String),
  sku LowCardinality(String),
  asin LowCardinality(String),
  currency LowCardinality(String),
  amount Decimal(38, 9) CODEC(ZSTD(1)),
  row_count Int64 CODEC(T64, LZ4),
  version UInt64,
  days UInt8 DEFAULT 1,
  INDEX by_version version TYPE minmax GRANULARITY 1
)
ENGINE = {{engine MergeTree}}
PARTITION BY toYear(day)
ORDER BY (company_id, fact, level, sku, measure, day, marketplace, currency, version)
SETTINGS {{durable}}
AS SELECT * FROM {{local measures_by_product}};

{{distributed measures_by_product}};
