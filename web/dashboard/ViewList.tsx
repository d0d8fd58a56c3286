import { Check, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { VIEW_NAME_MAX, VIEWS_MAX, type SavedViewPage } from '#contract/dashboards/saved-views.ts'
import type { SearchParams } from '#web/search-params.ts'
import type { TableModel } from '#web/table/use-table.ts'
import { keepTableSettings } from '#web/table/use-table-settings.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { paramsOf } from './dashboard-view.ts'
import { cleanName, hasView, nameProblem, type SavedView } from './saved-views.ts'
import type { DashboardFrame } from './use-dashboard.ts'
import { useSavedViews } from './use-saved-views.ts'
import styles from './ViewList.module.css'

interface ViewListProps {
  id: SavedViewPage
  // See `SavedViews`.
  // oxlint-disable-next-line typescript/no-explicit-any
  frame: DashboardFrame<any>
  table: Pick<TableModel<never>, 'id' | 'settings' | 'setSettings'>
  onClose: () => void
}

/** The views of a page, each to be shown, renamed and deleted, and a field to save what is shown as one more. */
export function ViewList({ id, frame, table, onClose }: ViewListProps) {
  const saved = useSavedViews(frame.subject.company.id, id)
  const { views = [] } = saved
  const [name, setName] = useState('')
  const [renamed, setRenamed] = useState<string | null>(null)
  const params = paramsNow(frame)
  const isShown = (view: SavedView) =>
    view.table === table.id &&
    JSON.stringify(view.columns) === JSON.stringify(table.settings) &&
    Object.entries(view.params).every(([param, value]) => params[param] === value)
  const show = (view: SavedView) => {
    if (view.table === table.id) table.setSettings({ ...table.settings, ...Object(view.columns) })
    else keepTableSettings(view.table, view.columns)
    frame.showParams({ ...view.params, page: '1' })
    onClose()
  }
  const isNew = !hasView(views, name)
  const problem =
    cleanName(name) === ''
      ? 'Enter a name for the view.'
      : isNew && views.length >= VIEWS_MAX
        ? `There are ${VIEWS_MAX} views already. Delete one first.`
        : undefined
  const save = (event: React.FormEvent) => {
    event.preventDefault()
    if (problem !== undefined) return
    const view = { name: cleanName(name), params, table: table.id ?? '', columns: table.settings }
    saved.save(view, () => setName(''))
  }
  return (
    <div className={styles.panel}>
      {views.length === 0 ? (
        <p className={styles.none}>
          {saved.problem ??
            (saved.views ? 'Save filters, sort order and columns under a name.' : 'Reading your views…')}
        </p>
      ) : (
        <ul className={styles.list} aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name} className={styles.row}>
              {renamed === view.name ? (
                <Rename
                  views={views}
                  name={view.name}
                  onName={(next) => saved.rename(view.name, next, () => setRenamed(null))}
                  onCancel={() => setRenamed(null)}
                />
              ) : (
                <>
                  <AriaButton
                    className={styles.name!}
                    {...(isShown(view) && { 'aria-current': true })}
                    onPress={() => show(view)}
                  >
                    {view.name}
                  </AriaButton>
                  <IconButton
                    icon={Pencil}
                    label={`Rename ${view.name}`}
                    onPress={() => setRenamed(view.name)}
                  />
                  <IconButton
                    icon={Trash2}
                    label={`Delete ${view.name}`}
                    onPress={() => saved.remove(view.name)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={save}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={VIEW_NAME_MAX}
          autoComplete="off"
          isWide
        />
        <Button
          type="submit"
          size="lg"
          isPending={saved.isChanging || saved.views === undefined}
          disabledReason={problem}
        >
          {isNew ? 'Save view' : 'Replace view'}
        </Button>
      </form>
      <p className={styles.where}>Saved with your account. Only you can see them.</p>
    </div>
  )
}

interface RenameProps {
  views: readonly SavedView[]
  name: string
  onName: (name: string) => void
  onCancel: () => void
}

function Rename({ views, name, onName, onCancel }: RenameProps) {
  const [text, setText] = useState(name)
  const problem = nameProblem(views, text, name)
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null) onName(cleanName(text))
      }}
    >
      <TextField
        label="New name"
        value={text}
        onChange={setText}
        maxLength={VIEW_NAME_MAX}
        error={problem ?? undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        isWide
      />
      <IconButton type="submit" icon={Check} label="Rename" />
      <IconButton icon={X} label="Keep the name" onPress={onCancel} />
    </form>
  )
}

/** What the address says of the page, but for what is only passed through. */
function paramsNow({ dashboard, view }: Pick<DashboardFrame, 'dashboard' | 'view'>): SearchParams {
  const { page: _, ...params } = paramsOf(dashboard, view)
  return params
}
