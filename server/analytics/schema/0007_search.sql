-- What shoppers searched for, by week or month, in the journal of measures.

CREATE TABLE IF NOT EXISTS {{local search_query_performance}} (
  company_id LowCardinality(String),
  account_id LowCardinality(String),
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  source UInt8,
  -- A week from Sunday to Saturday, or a month.
  start_date Date,
  end_date Date,
  marketplace LowCardinality(String),
  asin String,
  sku String,
  search_query String CODEC(ZSTD(1)),
  -- A rank: 1 is the best.
  search_query_score Nullable(Int32),
  search_query_volume Nullable(Int32),
  -- Of all sellers; each ASIN's row repeats it.
  total_impressions Nullable(Int32),
  asin_impressions Nullable(Int32),
  total_clicks Nullable(Int32),
  asin_clicks Nullable(Int32),
  total_cart_adds Nullable(Int32),
  asin_cart_adds Nullable(Int32),
  total_purchases Nullable(Int32),
  asin_purchases Nullable(Int32),
  currency LowCardinality(String),
  total_click_price Nullable(Decimal(18, 9)),
  asin_click_price Nullable(Decimal(18, 9)),
  total_cart_add_price Nullable(Decimal(18, 9)),
  asin_cart_add_price Nullable(Decimal(18, 9)),
  total_purchase_price Nullable(Decimal(18, 9)),
  asin_purchase_price Nullable(Decimal(18, 9)),
  problem LowCardinality(String),
  raw String CODEC(ZSTD(1))
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed search_query_performance}};

-- `days`: how many a row is of, of which its own is the last. `search_query` is empty on every other fact.
ALTER TABLE {{local measures}}
  ADD COLUMN IF NOT EXISTS days UInt8 DEFAULT 1,
  ADD COLUMN IF NOT EXISTS search_query String CODEC(ZSTD(1));

{{distributed measures}};

ALTER TABLE {{local measures_by_day}} ADD COLUMN IF NOT EXISTS days UInt8 DEFAULT 1;

{{distributed measures_by_day}};

ALTER TABLE {{local measures_by_product}} ADD COLUMN IF NOT EXISTS days UInt8 DEFAULT 1;

{{distributed measures_by_product}};
