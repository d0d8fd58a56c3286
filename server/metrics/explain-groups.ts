import { readableWords, WORDED_CODES } from '#contract/amazon-words.ts'
import { divide, toText, ZERO } from '#contract/decimal.ts'
import type {
  ExplainedGroups,
  ExplainedLines,
  ExplainGroup,
  ExplainGroupsInput,
  ExplainLinesInput,
  GroupKey,
} from '#contract/explain.ts'
import { MARKETPLACES, marketplaceOf } from '#contract/marketplaces.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import { leafOf, measuresOf, takesAway } from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { groupedTerms } from '#contract/metrics/told-apart.ts'
import type { Company } from '#server/accounts/index.ts'
import { heldImports } from '#server/ledger/closed-months/closed-states.ts'
import { heldRatesOf, moneyOf } from '#server/ledger/currencies/company-money.ts'
import { brandsOf, NO_BRAND, UNBRANDED, type OfProducts } from '#server/ledger/products/catalogue.ts'
import { productsFound, productsNamed } from '#server/ledger/products/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { askedMetric, askedScope } from './explain.ts'
import { pageOfBoth, rowScopes } from './explained-sources.ts'
import { explainedRows } from './facts/explained-rows.ts'
import { groupedRows } from './facts/grouped-rows.ts'
import { ledgerJournalRow } from './facts/ledger-journal-rows.ts'
import { runConverting } from './facts/conversion.ts'
import { LedgerRowCounts, ledgerRows, type RowPage } from './facts/ledger-rows.ts'
import { countedRows, ratesOfScope, type LedgerScope } from './facts/ledger.ts'
import { measuredJournalRow, measuredRowCounts, readMeasuredRows } from './facts/measured-rows.ts'
import { ledgerRowsOfGroup, narrowedLedgerRows, narrowedMeasures } from './facts/narrowed-rows.ts'

/** Which number is told apart: the one that is asked about, or of those that its rows don't add up to one of its terms. */
function askedTerm(input: OfProducts<ExplainGroupsInput> | OfProducts<ExplainLinesInput>) {
  const id = askedMetric(input)
  const terms = groupedTerms(id)
  // A number that is made of nothing else has rows of its own, or none.
  return { terms, term: input.termId ?? terms[0] ?? id, scope: askedScope(input, id) }
}

/** The rows of a number, added up by what they are of. */
export async function explainGroups(
  services: Services,
  company: Company,
  input: OfProducts<ExplainGroupsInput>,
  signal: AbortSignal | undefined,
): Promise<ExplainedGroups> {
  const { terms, term, scope } = askedTerm(input)
  const { by, currencyCode, limit, offset, isDescending, sort } = input
  const searchText = input.searchText.trim()
  const [found, money, names, brands] = await Promise.all([
    rowScopes(services, company, term, scope),
    moneyOf(services, company),
    namesOf(services, company, by, term),
    brandParams(services, company, by),
  ])
  const { hasLines, hasBeside, measured } = found
  const params = {
    currency: currencyCode,
    currencies: money.currencies,
    ...heldRatesOf(money),
    taken: [...measuresOf([term])].filter((measure) => takesAway(term, measure)),
    ...brands,
    ids: [...names.keys()],
    labels: [...names.values()],
    one: input.groupKey === undefined ? null : await storedKey(services, company, by, input.groupKey),
    searchText,
    found: (by === 'product' && (await productsFound(services, company, searchText, signal))) || [],
    sort,
    isDescending,
  }
  const { ledger, measures, both } = groupedRows[by]
  const options = { signal }
  const { analytics } = services
  const read = async (page: { limit: number; offset: number }) => {
    const asked = { ...params, ...page }
    if (!hasBeside)
      return runConverting(
        analytics,
        ledger(found.scope),
        company,
        { ...found.scope, ...asked },
        await ratesOfScope(services, company, scope, found.scope),
        options,
      )
    return hasLines
      ? analytics.run(both, company, { ...found.scope, ...measured, ...asked }, options)
      : analytics.run(measures(measured), company, { ...measured, ...asked }, options)
  }
  const groups = await read({ limit, offset })
  // Each group says what all of them come to; a page past the last one has none that could.
  const [first] = groups.length > 0 || offset === 0 ? groups : await read({ limit: 1, offset: 0 })
  const labels = await labelsOf(services, company, { by, term, keys: groups.map(({ key }) => key) }, signal)
  const { unit, label } = metricOf(term)
  return {
    metricId: term,
    unit,
    label,
    currencyCode,
    terms: terms.map((metricId) => ({ metricId, label: metricOf(metricId).label })),
    groups: groups.map((group): ExplainGroup => {
      const share = group.wholeLacksRates ? null : divide(group.amount, group.whole)
      return {
        ...labels(group.key, group.code),
        value: group.lacksRates ? null : toText(group.amount),
        share: share === null ? null : toText(share),
        rowCount: group.rowCount,
      }
    }),
    groupCount: first?.groupCount ?? 0,
    rowCount: first?.foundRows ?? 0,
    value: first?.foundLacksRates ? null : toText(first?.foundAmount ?? ZERO),
  }
}

/** The rows of a number, or of a group of them, that hold what is searched for. */
export async function explainLines(
  services: Services,
  company: Company,
  input: OfProducts<ExplainLinesInput>,
  signal: AbortSignal | undefined,
): Promise<ExplainedLines> {
  const { term, scope } = askedTerm(input)
  const { analytics } = services
  const options = { signal }
  const searchText = input.searchText.trim()
  const isNarrowed = input.group !== undefined || searchText !== ''
  const [found, narrowing] = await Promise.all([
    rowScopes(services, company, term, scope),
    isNarrowed ? narrowingOf(services, company, term, { ...input, searchText }, signal) : null,
  ])
  const { hasLines, hasBeside, countsAs, measured } = found
  const ledger = ledgerNarrowed(services, company, scope, found.scope, narrowing, options)
  const countingLines = hasLines ? ledger.count() : new LedgerRowCounts()
  const countBeside = async () => {
    if (!hasBeside) return 0
    const counts = narrowing
      ? await analytics.run(narrowedMeasures.count(measured), company, { ...measured, ...narrowing }, options)
      : await analytics.run(measuredRowCounts(measured), company, measured, options)
    return counts.reduce((sum, { rowCount }) => sum + rowCount, 0)
  }
  const rows = pageOfBoth(
    input,
    async (page) => {
      const ofLedger = await ledger.read({ ...page, counts: await countingLines })
      return ofLedger.map((row) => ledgerJournalRow(row, countsAs))
    },
    async () => (await countingLines).all,
    hasBeside
      ? async (page) => {
          const params = { ...measured, ...page }
          if (!narrowing) return readMeasuredRows(services, company, params, countsAs, signal)
          const narrowed = { ...params, ...narrowing }
          const beside = await analytics.run(narrowedMeasures.rows(measured), company, narrowed, options)
          return beside.map((row) => measuredJournalRow(row, countsAs))
        }
      : null,
  )
  const [ofLedger, beside, page] = await Promise.all([countingLines, countBeside(), rows])
  return {
    rowCount: ofLedger.all + beside,
    rows: await explainedRows(services, company, input.currencyCode, page, signal),
  }
}

/** Rows of the ledger: all of a number, those of a group, or those that hold what is searched for. */
function ledgerNarrowed(
  services: Services,
  company: Company,
  input: LedgerScope,
  scope: Awaited<ReturnType<typeof rowScopes>>['scope'],
  narrowing: Awaited<ReturnType<typeof narrowingOf>> | null,
  options: { signal?: AbortSignal | undefined },
) {
  const { analytics } = services
  if (!narrowing)
    return {
      count: () => countedRows(services, company, input, scope, options),
      read: (page: CountedPage) => ledgerRows.read(analytics, company, scope, page, options),
    }
  const narrowed = { ...scope, ...narrowing }
  const isByWords = narrowing.groupBy === 'kind' || narrowing.searchText !== ''
  const pages = isByWords ? narrowedLedgerRows : ledgerRowsOfGroup
  return {
    count: () => pages.count(analytics, company, narrowed, options),
    read: (page: CountedPage) => pages.read(analytics, company, narrowed, page, options),
  }
}
type CountedPage = RowPage & { counts: LedgerRowCounts }

/** Which rows are meant, and what a search means beside what is said in them. */
async function narrowingOf(
  services: Services,
  company: Company,
  term: MetricId,
  { group, searchText }: Pick<ExplainLinesInput, 'group' | 'searchText'>,
  signal: AbortSignal | undefined,
) {
  const [brands, files, skus, key] = await Promise.all([
    brandParams(services, company, group?.by),
    heldImports(services, company),
    productsFound(services, company, searchText, signal),
    group ? storedKey(services, company, group.by, group.key) : '',
  ])
  const attemptsOf = (isMeant: (file: (typeof files)[number]) => boolean) =>
    files.filter(isMeant).map(({ attemptVersion }) => String(attemptVersion))
  const isFound = holding(searchText)
  return {
    groupBy: group?.by ?? ('' as const),
    groupKey: key,
    ...brands,
    searchText,
    foundWords: [
      ...WORDED_CODES.filter((code) => isFound(readableWords(code))),
      ...MARKETPLACES.filter(({ label }) => isFound(label)).map(({ code }) => code),
      ...[...measuresOf([term])].filter((measure) => isFound(labelOfMeasure(term, measure))),
    ],
    foundSkus: skus ?? [],
    foundFiles: attemptsOf(({ fileName }) => isFound(fileName)),
  }
}

/** Which brand each product is of, for a question by brand. */
async function brandParams(services: Services, company: Company, by: GroupKey | undefined) {
  const brands = by === 'brand' ? [...(await brandsOf(services, company))] : []
  // The engine takes no empty list. What has no product has no brand.
  const known = [['', ''] as const, ...brands]
  return { products: known.map(([sku]) => sku), groups: known.map(([, brand]) => brand) }
}

/** A group's key as rows have it: of a file they name the attempt that read it. */
async function storedKey(services: Services, company: Company, by: GroupKey, key: string): Promise<string> {
  if (by !== 'file') return key
  const file = (await heldImports(services, company)).find(({ id }) => String(id) === key)
  return file ? String(file.attemptVersion) : ''
}

const holding = (searchText: string) => {
  const searched = searchText.toLowerCase()
  return (text: string): boolean => searched !== '' && text.toLowerCase().includes(searched)
}

const labelOfMeasure = (term: MetricId, measure: Measure): string =>
  metricOf(leafOf(term, measure) ?? term).label

/** By what groups are found and put in order, of keys and words that do not say it themselves. */
async function namesOf(
  services: Services,
  company: Company,
  by: GroupKey,
  term: MetricId,
): Promise<Map<string, string>> {
  // The engine takes no empty list.
  const nothing = [['', '']] as const
  switch (by) {
    case 'marketplace':
      return new Map([...nothing, ...MARKETPLACES.map(({ code, label }) => [code, label] as const)])
    case 'kind':
      return new Map([
        ...nothing,
        ...WORDED_CODES.map((code) => [code, readableWords(code)] as const),
        ...[...measuresOf([term])].map((measure) => [measure, labelOfMeasure(term, measure)] as const),
      ])
    case 'file': {
      const files = await heldImports(services, company)
      return new Map([
        ...nothing,
        ...files.map(({ attemptVersion, fileName }) => [String(attemptVersion), fileName] as const),
      ])
    }
    case 'brand':
      return new Map([...nothing, [UNBRANDED, NO_BRAND]])
    case 'product':
    case 'order':
    case 'day':
    case 'month':
      return new Map(nothing)
  }
}

type Named = Pick<ExplainGroup, 'key' | 'label' | 'code' | 'metricId'>

/** What groups of these keys are called. */
async function labelsOf(
  services: Services,
  company: Company,
  { by, term, keys }: { by: GroupKey; term: MetricId; keys: readonly string[] },
  signal: AbortSignal | undefined,
): Promise<(key: string, code: string) => Named> {
  switch (by) {
    case 'product': {
      const names = await productsNamed(services, company, keys.filter(Boolean), signal)
      return (key, code) => ({ key, label: names.get(key)?.name || key, code, metricId: null })
    }
    case 'brand':
      return (key, code) => ({ key, label: key === UNBRANDED ? NO_BRAND : key, code, metricId: null })
    case 'marketplace':
      return (key, code) => ({ key, label: marketplaceOf(key)?.label ?? key, code, metricId: null })
    case 'kind':
      return (key, code) => kindOf(term, key, code)
    case 'file': {
      const files = new Map(
        (await heldImports(services, company)).map((file) => [String(file.attemptVersion), file]),
      )
      return (key, code) => {
        const file = files.get(key)
        return { key: file ? String(file.id) : '', label: file?.fileName ?? '', code, metricId: null }
      }
    }
    case 'order':
    case 'day':
    case 'month':
      return (key, code) => ({ key, label: key, code, metricId: null })
  }
}

function kindOf(term: MetricId, key: string, code: string): Named {
  const [measure, ...words] = JSON.parse(key) as [Measure, ...string[]]
  const word = words.findLast((one) => one !== '')
  return {
    key,
    label: word === undefined ? labelOfMeasure(term, measure) : readableWords(word),
    code,
    metricId: leafOf(term, measure) ?? null,
  }
}
