-- A campaign's state, budget and share at the top of search; empty in rows read before these columns were there.
ALTER TABLE {{local ads_daily}}
  ADD COLUMN IF NOT EXISTS campaign_status LowCardinality(String),
  ADD COLUMN IF NOT EXISTS campaign_budget Nullable(Decimal(18, 9)),
  ADD COLUMN IF NOT EXISTS campaign_budget_type LowCardinality(String),
  ADD COLUMN IF NOT EXISTS top_of_search_share Nullable(Decimal(18, 9));

{{distributed ads_daily}};
