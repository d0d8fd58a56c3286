import { AD_LEVELS } from '#amazon/index.ts'
import { fullestOf } from './fullest-readings.ts'

/** Where in the imports a row stands. */
const PLACE = 'import_id, line_no, part'
/** Reports of one spend meet by these. */
const CLAIM = 'account_id, marketplace, upper(ad_type), date'

/**
 * Rows of advertising that count for themselves, at whatever level they are. Of several reports of one level, one counts for
 * a day, whole, and where none is of all formats of ads, one of each. Rows without a level are a facts file's, where re-read
 * days replace one another, as where their cost is derived: a reading of nothing replaces none with something; what cost
 * nothing counts with the newest reading of its campaign's day that cost something, or without one with the newest.
 */
export function standingAds(where: string): string {
  const key = 'account_id, date, ad_type, marketplace, campaign_id, sku, currency'
  return `
    SELECT ${PLACE} FROM (
      SELECT ${PLACE}, ${key}, cost != 0 AS has_cost,
        row_number() OVER (PARTITION BY import_id, has_cost, ${key} ORDER BY line_no) AS ordinal,
        max((has_cost, import_id)) OVER (PARTITION BY ${key}) AS newest
      FROM ads_daily WHERE ${where} AND level = '')
    WHERE has_cost OR import_id = newest.2
    ORDER BY import_id DESC LIMIT 1 BY ${key}, has_cost, ordinal
    UNION ALL
    ${fullestOf('ads_daily', {
      where: `${where} AND level != '' AND (ad_formats = ''
        OR (${CLAIM}, level) NOT IN (SELECT ${CLAIM}, level FROM ads_daily WHERE ${where} AND level != '' AND ad_formats = ''))`,
      claim: `${CLAIM}, level, ad_formats`,
    })}`
}

/**
 * Of these, the rows that totals are made of. The same spend stands in reports by product, campaign, target and search term;
 * a day of an account's advertising of one kind is counted at one level, the first of which there are rows: those of all formats of
 * ads, else each format's own.
 */
export function countingAds(where: string): string {
  const levels = ['', ...AD_LEVELS]
  const rank = `transform(level, [${levels.map((level) => `'${level}'`).join(', ')}], [${levels.map((_, index) => index).join(', ')}], ${levels.length})`
  return `
    SELECT ${PLACE} FROM (
      SELECT ${PLACE}, toInt32(${rank}) AS rank, min(rank) OVER (PARTITION BY ${CLAIM}, ad_formats) AS first,
        ad_formats != '' AS is_part, min(is_part) OVER (PARTITION BY ${CLAIM}) AS in_parts
      FROM ads_daily WHERE ${where} AND (${PLACE}) IN (${standingAds(where)}))
    WHERE rank = first AND is_part = in_parts`
}
