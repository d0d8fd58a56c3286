-- Entered expenses that count, a journal like the ledger. Their days are worked out when a statement is read: one without
-- an end has no last day that could be written down.
CREATE TABLE IF NOT EXISTS {{local expense_periods}} (
  company_id LowCardinality(String),
  -- Empty: all marketplaces.
  marketplace LowCardinality(String),
  currency LowCardinality(String),
  -- Of one occurrence, positive for a cost.
  amount Decimal(18, 9),
  frequency LowCardinality(String),
  start_date Date,
  -- The last day that gets a part of it; the last day there is where it runs on.
  end_date Date,
  import_id UInt64,
  line_no UInt32,
  part UInt16,
  n Int32,
  version UInt64
)
ENGINE = {{engine MergeTree}}
ORDER BY (company_id, start_date, import_id, line_no, part)
SETTINGS {{durable}};

{{distributed expense_periods}};
