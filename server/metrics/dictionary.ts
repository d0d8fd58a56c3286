import { AWAITED, SAID_OF_ANSWERS } from '#contract/metrics/awaited.ts'
import { DIFFERENCES, type MetricEntry } from '#contract/metrics/dictionary.ts'
import { formulaText } from '#contract/metrics/evaluate.ts'
import { lineOfMetric } from '#contract/metrics/line-names.ts'
import { DECIMALS } from '#contract/metrics/metric.ts'
import { METRIC_GROUPS, metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { wordsOf } from '#server/ledger/derivation/mapping.ts'

function entryOf(id: MetricId, group: string): MetricEntry {
  const { label, definition, unit, better, decimals = DECIMALS[unit], formula } = metricOf(id)
  const line = lineOfMetric(id)
  return {
    id,
    group,
    label,
    definition,
    unit,
    better,
    decimals,
    formula: formula.kind === 'sum' || SAID_OF_ANSWERS.includes(id) ? null : formulaText(id),
    words: line === undefined ? [] : wordsOf(line),
    isAwaited: AWAITED.includes(id),
  }
}

/** Every declared metric, by what belongs together. */
export const DICTIONARY: readonly MetricEntry[] = METRIC_GROUPS.flatMap(({ title, ids }) =>
  ids.map((id) => entryOf(id, title)),
)

const entryText = ({ label, definition, formula, words }: MetricEntry): string =>
  [
    `**${label}.** ${definition}`,
    ...(formula === null ? [] : [`= ${formula}`]),
    ...(words.length === 0 ? [] : [`In Amazon's files: ${words.map((word) => `\`${word}\``).join(', ')}.`]),
  ].join('\\\n')

/** The glossary as a document. */
export function dictionaryText(): string {
  const sections = METRIC_GROUPS.map(({ title }) => {
    const entries = DICTIONARY.filter(({ group }) => group === title)
    const there = entries.filter(({ isAwaited }) => !isAwaited)
    const awaited = entries.filter(({ isAwaited }) => isAwaited)
    return [
      `## ${title}`,
      ...there.map(entryText),
      ...(awaited.length === 0
        ? []
        : [
            '### Not answered yet',
            awaited.map(({ label, definition }) => `- **${label}.** ${definition}`).join('\n'),
          ]),
    ].join('\n\n')
  })
  const differences = DIFFERENCES.map(({ title, text }) => `- **${title}** ${text}`).join('\n')
  return `# What each number means

Made from the declarations in \`contract/metrics\`; a test holds it against them. Every number of a page can be clicked: its
drawer tells the same, with the values, the rates and the lines of the files. Where the files come from:
[reports.md](reports.md).

## Why it differs from Seller Central

${differences}

${sections.join('\n\n')}
`
}
