import { sql } from '#server/analytics/index.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'

/**
 * What tells rows of the VAT transactions report apart: all that they say but the kind of buyer, which files read before
 * that was told leave open.
 */
export const VAT_TRANSACTION_KEY = sql`
  date, period, marketplace, program, transaction_type, transaction_id, event_id, trim(LEADING '0' FROM sku), asin, quantity, depart_country,
  arrival_country, seller_vat_country, tax_jurisdiction, tax_scheme, collected_by, vat_rate, currency, amount_without_vat, vat,
  amount_with_vat`

/** Rows of some days, each once: as many equal ones as the import has that holds most of them; of those that say most. */
export const VAT_TRANSACTIONS = sql`
  SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY import_id, ${VAT_TRANSACTION_KEY} ORDER BY line_no, part) AS ordinal
    FROM vat_transactions WHERE ${LIVE_FACTS} AND date BETWEEN {from:Date} AND {to:Date})
  ORDER BY buyer_type = '', length(sku) DESC, import_id LIMIT 1 BY ${VAT_TRANSACTION_KEY}, ordinal`
