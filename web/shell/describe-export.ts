import type { Provenance } from '#contract/provenance.ts'
import type { ExportedRows } from '#web/table/export-choice.ts'
import type { ExportContent, Exported } from '#web/table/ExportMenu.tsx'
import type { Facts } from '#web/table/sheet.ts'
import { queryClient, trpc } from '#web/trpc.ts'

/** What a page knows of the numbers on it. */
export interface PageFacts {
  companyId: string
  /** The moment that the page is read at; absent for now. */
  asOf?: string | undefined
  facts: Facts
  /** When the answer in sight was given, by the clock of the browser; absent where the page does not know. */
  readAt?: number | undefined
}

const provenance = ({ companyId, asOf }: Pick<PageFacts, 'companyId' | 'asOf'>): Promise<Provenance> =>
  queryClient.fetchQuery(
    trpc.audit.getProvenance.queryOptions({ companyId, asOf }, { staleTime: 0, gcTime: 0 }),
  )

/** So often a file is read anew because its numbers changed meanwhile. */
const READINGS_MAX = 3

/**
 * What is exported, with everything that its numbers follow from: the facts of the page and its own, versions, rules,
 * rates and moments. Of two facts of one name its own counts.
 */
export async function describeExport(
  { companyId, asOf, facts, readAt }: PageFacts,
  content: ExportContent,
  rows: ExportedRows,
): Promise<Exported> {
  let before = await provenance({ companyId, asOf })
  for (let reading = 1; ; reading++) {
    const exported = await content(rows)
    const after = await provenance({ companyId, asOf })
    const hasChanged = after.dataVersion !== before.dataVersion
    // Pages of two versions do not belong together.
    if (hasChanged && exported.isReadNow && reading < READINGS_MAX) {
      before = after
      continue
    }
    const own = exported.facts ?? []
    const names = new Set(own.map(([name]) => name))
    return {
      sheet: exported.sheet,
      facts: [
        ...facts.filter(([name]) => !names.has(name)),
        ...own,
        ...(hasChanged && exported.isReadNow
          ? [
              [
                'Warning',
                `The data changed while this was read, from version ${before.dataVersion} on.`,
              ] as const,
            ]
          : []),
        ...provenanceFacts(after, {
          clientNow: Date.now(),
          readAt: exported.isReadNow ? Date.now() : readAt,
        }),
      ],
    }
  }
}

/** @param readAt like `clientNow`, by the clock of the browser, which may be wrong by any time */
export function provenanceFacts(
  found: Provenance,
  { clientNow, readAt }: { clientNow: number; readAt: number | undefined },
): Facts {
  const { dataVersion, publishedAt, mappingVersion, placedNames, rateSet, rates, closedMonths } = found
  const read =
    readAt === undefined ? null : new Date(Date.parse(found.now) - (clientNow - readAt)).toISOString()
  return [
    ['Data version', String(dataVersion)],
    ['Data as of', publishedAt ?? ''],
    ...(read === null ? [] : [['Read at', read] as const]),
    ...(read !== null && publishedAt !== null && read < publishedAt
      ? [['Warning', `These numbers were read before version ${dataVersion} was published.`] as const]
      : []),
    ['Written at', found.now],
    ['Program version', found.programVersion],
    [
      'Mapping version',
      placedNames === 0
        ? String(mappingVersion)
        : `${mappingVersion}, and ${placedNames} names of the company’s own`,
    ],
    ['Exchange rates', rateSet === null ? 'none' : `set ${rateSet}, ${POLICIES[found.fxPolicy]}`],
    ...rates.map(
      ({ currency, source, newestDay }) =>
        [`Rates of ${currency}`, newestDay === null ? source : `${source}, to ${newestDay}`] as const,
    ),
    ...(closedMonths.length > 0
      ? [
          [
            'Closed months',
            `${closedMonths.map(closedText).join('; ')}; each with the rates of its version`,
          ] as const,
        ]
      : []),
    ['Numbers', 'Unrounded; empty means unknown'],
  ]
}

const closedText = ({ first, last, version }: Provenance['closedMonths'][number]) =>
  `${first === last ? first : `${first} to ${last}`} as of version ${version}`

const POLICIES: Record<Provenance['fxPolicy'], string> = {
  DAILY: 'each amount at the rate of its day',
  LATEST: 'all amounts at the latest rate',
}
