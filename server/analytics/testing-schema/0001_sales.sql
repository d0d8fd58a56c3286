-- Tables for the tests of this folder, in the manner of the real ones.
CREATE TABLE IF NOT EXISTS {{local sales}} (
  company_id String,
  sku String,
  sold_on Date,
  amount Decimal(38, 4),
  quantity Int64,
  note Nullable(String)
)
ENGINE = {{engine MergeTree}}
PARTITION BY toYYYYMM(sold_on)
ORDER BY (company_id, sold_on, sku)
SETTINGS {{durable}};

{{distributed sales}};
