-- The number of the invoice that an expense is on; empty where nobody says it, and of rows read before this column was there.
ALTER TABLE {{local expenses}}
  ADD COLUMN IF NOT EXISTS invoice_id String CODEC(ZSTD(1));

{{distributed expenses}};
