import { useState } from 'react'
import type { ExplainGroup, GroupKey } from '#contract/explain.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { groupedTerms } from '#contract/metrics/told-apart.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import styles from './Breakdown.module.css'
import { scopeOfCell } from './cell-scope.ts'
import type { ExplainedCell } from './explained-cell.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'
import { ChosenGroup } from './ChosenGroup.tsx'
import { groupName, KEY_WORDS, keysOffered } from './group-names.ts'
import { Groups, type GroupsView } from './Groups.tsx'
import { Lines } from './Lines.tsx'
import { Section } from './Section.tsx'
import type { Subject } from './told-apart-export.ts'

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
  const [term, setTerm] = useState<MetricId>(terms[0] ?? metric)
  const asked = { ...scope, ...scopeOfCell(cell) }
  const keys = keysOffered(term, cell, asked)
  const [chosenKey, setKey] = useState<GroupKey | null>(null)
  const by = chosenKey !== null && keys.includes(chosenKey) ? chosenKey : (keys[0] ?? 'file')
  const [views, setViews] = useState<Partial<Record<GroupKey, GroupsView>>>({})
  const [group, setGroup] = useState<ExplainGroup | null>(null)
  /** The key of the group that one came back from. */
  const [left, setLeft] = useState<string | null>(null)

  const number = {
    ...asked,
    metricId: metric,
    startDate: start,
    endDate: end,
    ...(term !== metric && { termId: term }),
  }
  const words = KEY_WORDS[by]
  const subject: Subject = {
    scope: asked,
    metric,
    term,
    start,
    end,
    parts: group ? [[words.label, partText(by, group)]] : [],
  }
  const about = `${term}.${by}`
  return (
    <div className={group ? styles.narrowed : undefined}>
      {group ? (
        <ChosenGroup
          by={by}
          group={group}
          unit={metricOf(term).unit}
          currencyCode={scope.currencyCode}
          onBack={() => {
            setLeft(group.key)
            setGroup(null)
          }}
        />
      ) : (
        <Section title="Group by">
          <div className={styles.by}>
            <SegmentedControl
              label="Group by"
              options={keys.map((key) => ({ value: key, label: KEY_WORDS[key].label }))}
              value={by}
              onChange={(key) => {
                setLeft(null)
                setKey(key)
              }}
            />
            {terms.length > 1 && (
              <FilterSelect
                label="Of"
                choices={terms.map((id) => ({ value: id, label: metricOf(id).label }))}
                value={term}
                onChange={setTerm}
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
            takesFocus={left}
            onChoose={setGroup}
          />
        </Section>
      )}
      <Lines
        key={`${about}.${group?.key}`}
        number={{ ...number, ...(group && { group: { by, key: group.key } }) }}
        subject={subject}
      />
    </div>
  )
}

function partText(by: GroupKey, group: ExplainGroup): string {
  const { name, code } = groupName(by, group)
  return code === '' ? name : `${name} (${code})`
}
