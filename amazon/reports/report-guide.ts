/** What people are told of every kind of report: one list for the page, the document and the answers to files. */
import type { GuideReport } from '#contract/report-guide.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { REPORT_TYPES } from './report-types.ts'
import { UNREAD_REPORTS } from './unread-reports.ts'

export const reportGuide = (): GuideReport[] => [
  ...REPORT_TYPES.map(({ id, label, guide: { gives, where, path = null, local = {} } }) => ({
    id,
    label,
    isRead: true,
    gives,
    where,
    path,
    local: Object.entries(local).map(([language, menus]) => ({ language, menus })),
  })),
  ...UNREAD_REPORTS.map(({ label, answer }) => ({
    id: null,
    label,
    isRead: false,
    gives: answer,
    where: null,
    path: null,
    local: [],
  })),
]

/** The guide as a document. */
export function reportGuideText(): string {
  const all = reportGuide()
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const whereOf = ({ where, path, local }: GuideReport) =>
    [
      where ?? '',
      ...local.map(({ language, menus }) => `in ${language}: ${menus}`),
      ...(path ? [`address: \`${path}\``] : []),
    ].join('; ')
  return [
    '# Reports',
    '',
    'Which report gives what, and where it is found. Made from the declarations in `amazon/reports/`, as the page behind',
    '"Which reports, and where" on the import page is; `npm test -- --project unit report-guide -u` writes it anew.',
    '',
    'Menus move, and have other names in other languages. Addresses below Seller Central are the same in every language:',
    'put one behind the address of your marketplace. Names of menus in other languages stand here where Amazon or somebody',
    'who uses them has written them down; others are not translated by guess.',
    '',
    '## Read',
    '',
    '| report | where it is found | what it gives |',
    '|---|---|---|',
    ...all
      .filter(({ isRead }) => isRead)
      .map((report) => `| ${cell(report.label)} | ${cell(whereOf(report))} | ${cell(report.gives)} |`),
    '',
    '## Known, and not read yet',
    '',
    '| report | what is said of it |',
    '|---|---|',
    ...all.filter(({ isRead }) => !isRead).map(({ label, gives }) => `| ${cell(label)} | ${cell(gives)} |`),
    '',
    '## Seller Central of each marketplace',
    '',
    '| marketplace | address |',
    '|---|---|',
    ...MARKETPLACES.map(({ label, sellerCentral }) => `| ${label} | https://${sellerCentral} |`),
    '',
  ].join('\n')
}
