import { useEffect, useRef } from 'react'
import type {
  ExplainedGroups,
  ExplainGroup,
  ExplainGroupsInput,
  GroupKey,
  GroupSort,
} from '#contract/explain.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { SearchFilter } from '#web/filters/SearchFilter.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { countText, percentText, wholeText } from '#web/ui/numbers.ts'
import { NoValue, NumberText } from '#web/ui/NumberText.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { ExplainScope } from './ExplainDrawer.tsx'
import { amountTitle, groupName, KEY_WORDS, valueFormat } from './group-names.ts'
import styles from './Groups.module.css'
import { More } from './More.tsx'
import { exportedGroups, fileNameOf, type Subject } from './told-apart-export.ts'
import { usePages } from './use-pages.ts'

/** Which groups are shown, and how many pages of them. */
export interface GroupsView {
  search: string
  sort: GroupSort
  isDescending: boolean
  pages: number
}

/** The number whose rows are meant. */
export type AskedNumber = ExplainScope &
  Pick<ExplainGroupsInput, 'startDate' | 'endDate'> & { metricId: MetricId; termId?: MetricId }

interface GroupsProps {
  number: AskedNumber
  by: GroupKey
  subject: Subject
  view: GroupsView
  onView: (view: GroupsView) => void
  /** The key of the group that one came back from. */
  takesFocus: string | null
  onChoose: (group: ExplainGroup) => void
}

const PAGE_SIZE = 100
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 10

/** Sums of the rows of a number, by what they are of. A press leads to the rows. */
export function Groups({ number, by, subject, view, onView, takesFocus, onChoose }: GroupsProps) {
  const { search, sort, isDescending, pages } = view
  const question = { ...number, by, sort, isDescending, searchText: search }
  const { answers, read } = usePages(pages, PAGE_SIZE, (page, options) =>
    trpc.audit.explainGroups.queryOptions({ ...question, ...page }, options),
  )
  const groups = answers.flatMap(({ data }) => data?.groups ?? [])
  const { many } = KEY_WORDS[by]
  return (
    <QueryBody title={`The ${many}`} query={answers[0]!}>
      {(found) => (
        <>
          <div className={styles.tools}>
            {(search !== '' || found.groupCount > SEARCHED_FROM) && (
              <SearchFilter
                label={`Search ${many}`}
                value={search}
                onChange={(text) => onView({ ...view, search: text, pages: 1 })}
              />
            )}
            <output className={styles.count}>
              {search === ''
                ? countText(found.groupCount, KEY_WORDS[by].one, many)
                : `${wholeText(found.groupCount)} found`}
            </output>
            <ExportMenu
              content={() =>
                exportedGroups(
                  search === '' ? subject : { ...subject, parts: [...subject.parts, ['Search', search]] },
                  by,
                  read,
                )
              }
              fileName={fileNameOf(subject, `by-${by}`)}
            />
          </div>
          {groups.length === 0 ? (
            <p className={styles.none}>
              {search === '' ? 'No file lines contribute to this number.' : `Nothing matches “${search}”.`}
            </p>
          ) : (
            <Table
              found={found}
              groups={groups}
              by={by}
              isSearched={search !== ''}
              sorting={{
                by: sort,
                isDescending,
                onSort: (id) =>
                  onView({
                    ...view,
                    sort: id as GroupSort,
                    isDescending: id === sort ? !isDescending : id !== 'name',
                    pages: 1,
                  }),
              }}
              takesFocus={takesFocus}
              onChoose={onChoose}
            />
          )}
          <More
            shown={groups.length}
            total={found.groupCount}
            later={answers.slice(1)}
            onMore={() => onView({ ...view, pages: pages + 1 })}
          />
        </>
      )}
    </QueryBody>
  )
}

interface TableProps extends Pick<GroupsProps, 'by' | 'takesFocus' | 'onChoose'> {
  found: ExplainedGroups
  groups: readonly ExplainGroup[]
  isSearched: boolean
  sorting: React.ComponentProps<typeof SimpleTable<ExplainGroup>>['sorting'] & object
}

/** The key of the sum. No group has a line break for a key. */
const SUM = '\n'

function Table({ found, groups, by, isSearched, sorting, takesFocus, onChoose }: TableProps) {
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    back.current?.focus()
    back.current?.scrollIntoView({ block: 'center' })
  }, [])
  const { label, one, many } = KEY_WORDS[by]
  const columns: SimpleColumn<ExplainGroup>[] = [
    {
      id: 'name',
      title: label,
      kind: 'text',
      isName: true,
      isSortable: true,
      cell: (group) =>
        group.key === SUM ? (
          group.label
        ) : (
          <button
            ref={group.key === takesFocus ? back : undefined}
            type="button"
            className={styles.name}
            onClick={() => onChoose(group)}
          >
            <Name by={by} group={group} />
          </button>
        ),
      cellHint: (group) => (group.key === SUM ? group.label : hintOf(by, group)),
    },
    {
      id: 'rows',
      title: 'Rows',
      kind: 'number',
      isMuted: true,
      isSortable: true,
      cell: ({ rowCount }) => wholeText(rowCount),
    },
    {
      id: 'amount',
      title: amountTitle(found),
      kind: 'number',
      isSortable: true,
      cell: ({ value }) =>
        value === null ? (
          <NoValue reason="no exchange rate" />
        ) : (
          <NumberText value={value} format={valueFormat(found.unit, found.currencyCode)} />
        ),
    },
    {
      id: 'share',
      title: 'Share',
      kind: 'number',
      isMuted: true,
      cell: ({ share, key }) => (share === null ? key !== SUM && <NoValue /> : percentText(Number(share))),
    },
  ]
  return (
    <SimpleTable
      label={`By ${one}`}
      columns={columns}
      rows={groups}
      rowId={({ key }) => key}
      sorting={sorting}
      isDense
      result={{
        key: SUM,
        label: isSearched ? 'Found' : `All ${many}`,
        code: '',
        metricId: null,
        value: found.value,
        share: null,
        rowCount: found.rowCount,
      }}
    />
  )
}

const hintOf = (by: GroupKey, group: ExplainGroup): string => {
  const { name, code } = groupName(by, group)
  return [name, code].filter(Boolean).join('\n')
}

function Name({ by, group }: { by: GroupKey; group: ExplainGroup }) {
  const { name, code } = groupName(by, group)
  return (
    <>
      <span className={styles.label}>
        {by === 'marketplace' && <Flag country={group.key} />}
        {name}
      </span>
      {code !== '' && (
        <small>
          <VisuallyHidden>, </VisuallyHidden>
          {code}
        </small>
      )}
    </>
  )
}
