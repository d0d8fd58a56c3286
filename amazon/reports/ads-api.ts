import type { JsonPart } from '../files/json-rows.ts'
import { jsonParts } from '../files/json-rows.ts'
import { dayOf } from '../files/moment-text.ts'
import type { AdType } from './ads-facts.ts'
import { adNumber, adTypeIn, campaignOf, inWindowOf, levelOf, placeOf, shareIn } from './ads-facts.ts'
import { RefusedRecord } from './cells.ts'
import { emptyRow, refused } from './fact-records.ts'
import { jsonObject, plainText } from './json-object.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { UnreadableFile } from './report-type.ts'

/**
 * The advertising API's reports, version 3: one list of rows by day, with the columns that were asked for. Reports of
 * purchased products state no cost and are none of them.
 */
export const adsApi: RecordReportType = {
  kind: 'records',
  id: 'ads_api',
  label: 'Advertising report (JSON)',
  guide: {
    gives:
      'Spend, clicks, impressions and sales of Sponsored Products, Brands and Display by day, as the profit and loss takes them: by campaign, product, target or search term. Those by campaign say budgets, states and shares at the top of search.',
    where:
      'The advertising API: reports of version 3 with timeUnit DAILY, such as spAdvertisedProduct, spCampaigns, sbCampaigns and sdCampaigns',
  },
  source: 'NONE',
  isOfMarketplace: true,
  lists: { ads_daily: '' },
  recognise: ({ text }) =>
    /^\s*\[\s*\{/.test(text) &&
    /"campaign(Id|Name)"\s*:/.test(text) &&
    /"(cost|spend)"\s*:/.test(text) &&
    !/"purchasedAsin"\s*:/.test(text),
  read,
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  const isPercentage = await statesPercentages(input)
  for await (const part of jsonParts(input.text())) {
    try {
      yield factOf(part, input, isPercentage)
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(part.index ?? 1, error.message, part.text, 'ads_daily')
    }
  }
}

const SHARE = 'topOfSearchImpressionShare'
const STATED_SHARE = new RegExp(String.raw`"${SHARE}"\s*:\s*"?(\d[\d.]*)`)

/** Amazon calls the share a percentage, and rows have been seen with fractions: one above 1 tells which the file has. */
async function statesPercentages(input: RecordInput): Promise<boolean> {
  if (!input.head.text.includes(SHARE)) return false
  for await (const { text } of jsonParts(input.text()))
    if (Number(STATED_SHARE.exec(text)?.[1] ?? 0) > 1) return true
  return false
}

type Row = Record<string, unknown>

function factOf(
  { index, text, problem }: JsonPart,
  { head, options }: RecordInput,
  isPercentage: boolean,
): FactRecord {
  if (problem) throw new RefusedRecord(problem)
  if (index === null) throw new RefusedRecord('A list of rows is expected')
  const row = jsonObject(text)
  const cell = (...names: string[]): string => {
    for (const name of names) {
      const value = plainText(name, row[name])
      if (value !== '') return value
    }
    return ''
  }
  const stated = cell('adProduct')
  const adType = stated ? adTypeIn(stated) : (adTypeIn(head.fileName) ?? adTypeOf(row))
  if (stated && !adType)
    throw new RefusedRecord(
      `adProduct: "${stated.slice(0, 100)}" is not Sponsored Products, Sponsored Brands or Sponsored Display`,
    )
  if (!adType)
    throw new RefusedRecord(
      'The row does not say whether it is of Sponsored Brands or of Sponsored Display; give the file the name of its report, such as sbCampaigns.json',
    )
  const values = emptyRow('ads_daily')
  Object.assign(values, {
    date: dayIn(cell('date'), cell('startDate'), cell('endDate')),
    ad_type: adType,
    ...placeOf(
      { country: cell('country'), currency: cell('campaignBudgetCurrencyCode', 'currency').toUpperCase() },
      options.marketplace,
    ),
    level: levelOf({
      searchTerm: 'searchTerm' in row,
      placement: 'placementClassification' in row,
      product: ['advertisedSku', 'advertisedAsin', 'promotedSku', 'promotedAsin'].some((name) => name in row),
      target: ['keywordId', 'targeting', 'keywordText', 'targetingText', 'targetingId'].some(
        (name) => name in row,
      ),
      ad: 'adId' in row,
      adGroup: 'adGroupId' in row || 'adGroupName' in row,
      campaign: true,
    }),
  })
  for (const [column, names] of Object.entries(TEXTS)) values[column] = cell(...names) || null
  const { sales, purchases, units } = inWindowOf(adType)
  const numbers: Record<string, readonly string[]> = {
    ...NUMBERS,
    [sales]: [...(NUMBERS[sales] ?? []), 'sales', 'salesClicks'],
    [purchases]: [...(NUMBERS[purchases] ?? []), 'purchases', 'purchasesClicks'],
    [units]: [...(NUMBERS[units] ?? []), 'unitsSold', 'unitsSoldClicks'],
  }
  for (const [column, names] of Object.entries(numbers))
    values[column] = adNumber(column, names.find((name) => name in row) ?? names[0]!, cell(...names))
  const budget = adNumber('campaign_budget', 'campaignBudgetAmount', cell('campaignBudgetAmount'))
  Object.assign(
    values,
    campaignOf(adType, { status: cell('campaignStatus'), budgetType: cell('campaignBudgetType') }, budget),
    { top_of_search_share: shareIn(SHARE, cell(SHARE), { isPercentage }) },
  )
  if (values['cost'] === null) throw new RefusedRecord('cost: missing; 0 where nothing was spent')
  return { table: 'ads_daily', lineNumber: index, part: 0, values }
}

const TEXTS: Record<string, readonly string[]> = {
  campaign_id: ['campaignId'],
  campaign_name: ['campaignName'],
  ad_group_id: ['adGroupId'],
  ad_group_name: ['adGroupName'],
  sku: ['advertisedSku', 'promotedSku'],
  asin: ['advertisedAsin', 'promotedAsin'],
  target: ['targeting', 'targetingText', 'keyword', 'keywordText'],
  match_type: ['matchType'],
  search_term: ['searchTerm'],
  placement: ['placementClassification'],
}

const NUMBERS: Record<string, readonly string[]> = {
  impressions: ['impressions'],
  clicks: ['clicks'],
  cost: ['cost', 'spend'],
  purchases_7d: ['purchases7d'],
  purchases_14d: ['purchases14d'],
  units_7d: ['unitsSoldClicks7d'],
  units_14d: ['unitsSoldClicks14d'],
  sales_7d: ['sales7d'],
  sales_14d: ['sales14d'],
  sales_same_sku_7d: ['attributedSalesSameSku7d'],
  ntb_purchases_14d: ['newToBrandPurchases', 'newToBrandPurchasesClicks'],
  ntb_sales_14d: ['newToBrandSales', 'newToBrandSalesClicks'],
}

/** By columns that only one kind has: windows stand in the names of Sponsored Products alone. */
function adTypeOf(row: Row): AdType | undefined {
  const names = Object.keys(row)
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/(1|7|14|30)d$/)) return 'SP'
  if (has(/^promoted(Sku|Asin)$|PromotedClicks$|Views$|^cumulativeReach$/) && !has(/^(video|detailPage)/))
    return 'SD'
  if (has(/^keyword(Id|Text)?$|^searchTerm$|^topOfSearchImpressionShare$|(Percentage|Promoted)$/)) return 'SB'
  return undefined
}

/** Days of the profile. What was asked for as a sum is of a day only where it is of one. */
function dayIn(date: string, start: string, end: string): string {
  if (date === '' && start !== end)
    throw new UnreadableFile(
      'REPORT_NOT_READ',
      `The rows of this advertising report are sums of ${start.slice(0, 10)} to ${end.slice(0, 10)}, and what was spent on its days is not in it. Ask for it with timeUnit DAILY and the column date.`,
    )
  const day = dayOf(date || start)
  if (!day) throw new RefusedRecord(`date: "${(date || start).slice(0, 100)}" is not a date`)
  return day
}
