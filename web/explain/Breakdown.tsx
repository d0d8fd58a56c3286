import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExplainGroup, GroupKey } from '#contract/explain.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { groupedTerms } from '#contract/metrics/told-apart.ts'
import { trpc } from '#web/trpc.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import styles from './Breakdown.module.css'
import { scopeOfCell } from './cell-scope.ts'
import type { ExplainedCell } from './explained-cell.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'
import { ChosenGroup } from './ChosenGroup.tsx'
import { groupName, KEY_WORDS, keysOffered } from './group-names.ts'
import { Groups, type AskedNumber, type GroupsView } from './Groups.tsx'
import { Lines } from './Lines.tsx'
import { Section } from './Section.tsx'
import type { Subject } from './told-apart-export.ts'
import { useHasBrands } from './use-has-brands.ts'
import { useToldApart } from './use-told-apart.ts'

interface BreakdownProps {
  scope: ExplainScope
  cell: ExplainedCell
}

const viewOf = (by: GroupKey): GroupsView => ({
  search: '',
  // Days follow one another.
  sort: by === 'day' || by === 'month' ? 'name' : 'amount',
  isDescending: by !== 'day' && by !== 'month',
  pages: 1,
})

/** What the number is made of: sums by product, marketplace and so on, and last the lines of the files. */
export function Breakdown({ scope, cell }: BreakdownProps) {
  const { metric, start, end } = cell
  const terms = groupedTerms(metric)
  const { toldApart, tell, choose, leave } = useToldApart()
  const term = terms.find((id) => id === toldApart?.term) ?? terms[0] ?? metric
  const asked = { ...scope, ...scopeOfCell(cell) }
  // A link may ask for brands before it is known whether there are any.
  const keys = keysOffered(term, cell, asked, useHasBrands(scope) ?? toldApart?.by === 'brand')
  const by = keys.find((key) => key === toldApart?.by) ?? keys[0] ?? 'file'
  /** The group whose lines are shown; an address may name one that there is not. */
  const key = by === toldApart?.by ? toldApart.key : undefined
  const [views, setViews] = useState<Partial<Record<GroupKey, GroupsView>>>({})
  /** As it stood among the others when it was chosen. */
  const [chosen, setChosen] = useState<ExplainGroup | null>(null)

  const number = {
    ...asked,
    metricId: metric,
    startDate: start,
    endDate: end,
    ...(term !== metric && { termId: term }),
  }
  const query = useGroup(number, by, key)
  const group = query.data ?? (chosen?.key === key ? chosen : null)
  const all = { by, ...(term !== terms[0] && { term }) }
  const subject: Subject = {
    scope: asked,
    metric,
    term,
    start,
    end,
    parts: key === undefined ? [] : [[KEY_WORDS[by].label, group ? partText(by, group) : key]],
  }
  const about = `${term}.${by}`
  return (
    <div className={key === undefined ? undefined : styles.narrowed}>
      {key !== undefined ? (
        <ChosenGroup
          by={by}
          group={group}
          isRead={query.isSuccess}
          takesFocus={chosen !== null}
          unit={metricOf(term).unit}
          currencyCode={scope.currencyCode}
          onBack={() => {
            // A link led to it: the focus goes to its place among the others all the same.
            setChosen(group)
            leave(all)
          }}
        />
      ) : (
        <Section title="Group by">
          <div className={styles.by}>
            <SegmentedControl
              label="Group by"
              options={keys.map((one) => ({ value: one, label: KEY_WORDS[one].label }))}
              value={by}
              onChange={(one) => {
                setChosen(null)
                tell({ ...all, by: one })
              }}
            />
            {terms.length > 1 && (
              <FilterSelect
                label="Of"
                choices={terms.map((id) => ({ value: id, label: metricOf(id).label }))}
                value={term}
                onChange={(id) => tell({ by, term: id })}
              />
            )}
          </div>
          <Groups
            key={about}
            number={number}
            by={by}
            subject={subject}
            view={views[by] ?? viewOf(by)}
            onView={(view) => setViews({ ...views, [by]: view })}
            takesFocus={chosen?.key ?? null}
            onChoose={(one) => {
              setChosen(one)
              choose({ ...all, key: one.key })
            }}
          />
        </Section>
      )}
      <Lines
        key={`${about}.${key}`}
        number={{ ...number, ...(key !== undefined && { group: { by, key } }) }}
        subject={subject}
      />
    </div>
  )
}

function partText(by: GroupKey, group: ExplainGroup): string {
  const { name, code } = groupName(by, group)
  return code === '' ? name : `${name} (${code})`
}

/** One group; null where the number has none of that key. */
const useGroup = (number: AskedNumber, by: GroupKey, key: string | undefined) =>
  useQuery({
    ...trpc.audit.explainGroups.queryOptions(
      key === undefined ? skipToken : { ...number, by, groupKey: key, limit: 1 },
    ),
    select: ({ groups: [group] }) => group ?? null,
  })
