import { isUnderWay } from '#contract/import-status.ts'
import type { ImportRecord } from '#contract/imports.ts'
import { countText, wholeText } from '#web/ui/numbers.ts'

type Outcome = Pick<ImportRecord, 'status' | 'counts'>

/** `FBA customer returns report, 40 rows kept, 1 refused`: what came of one of several files, which is opened for the rest. */
export function fileText({ reportLabel, counts }: Pick<ImportRecord, 'reportLabel' | 'counts'>): string {
  return [
    reportLabel ?? [],
    counts ? `${countText(counts.kept, 'row')} kept` : [],
    counts && counts.refused > 0 ? `${wholeText(counts.refused)} refused` : [],
  ]
    .flat()
    .join(', ')
}

/** `3 in use, 2 refused, 412 rows`: what came of several files; undefined of one that is still being sent. */
export function filesText(files: readonly (Outcome | 'NOT_SENT' | undefined)[]): string {
  const ended = files.flatMap((file) =>
    file === undefined || file === 'NOT_SENT' || isUnderWay(file.status) ? [] : [file],
  )
  const notSent = files.filter((file) => file === 'NOT_SENT').length
  const going = files.length - ended.length - notSent
  const count = (...statuses: ImportRecord['status'][]) =>
    ended.filter(({ status }) => statuses.includes(status)).length
  const rows = ended.reduce(
    (sum, { status, counts }) => sum + (status === 'PUBLISHED' ? (counts?.kept ?? 0) : 0),
    0,
  )
  const parts = [
    [count('PUBLISHED'), 'in use'],
    [count('ALREADY_KNOWN'), 'already known'],
    [count('UNPACKED'), 'unpacked'],
    [count('NEEDS_ANSWER'), 'waiting for an answer'],
    [count('REFUSED', 'FAILED'), 'refused'],
    [count('CANCELLED', 'UNDONE'), 'cancelled or undone'],
    [notSent, 'not sent'],
    [going, 'in progress'],
  ] as const
  return [
    ...parts.flatMap(([number, name]) => (number > 0 ? [`${wholeText(String(number))} ${name}`] : [])),
    ...(count('PUBLISHED') > 0 ? [countText(rows, 'row')] : []),
  ].join(', ')
}
