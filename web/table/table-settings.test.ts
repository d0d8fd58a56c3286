import { expect, test } from 'vitest'
import { NO_SETTINGS, withMoved, withShown } from './settings-changes.ts'
import { inOrder, settingsOf, shownColumns, type TableSettings } from './table-settings.ts'

const columns = [{ id: 'name', canHide: false }, { id: 'units' }, { id: 'weight', isHiddenAtFirst: true }]
const shown = (settings = NO_SETTINGS) => shownColumns(columns, settings).map(({ id }) => id)

test('columns that no longer exist and values that are none are dropped', () => {
  expect(
    settingsOf(
      {
        shown: { units: false, gone: true, weight: 'yes' },
        widths: { units: 5, weight: 'wide', gone: 90 },
        order: ['weight', 'gone', 7, 'weight', 'name'],
        pinned: ['units', 'gone'],
      },
      columns,
    ),
  ).toEqual({ shown: { units: false }, widths: { units: 40 }, order: ['weight', 'name'], pinned: ['units'] })
})

test.each([null, 17, 'x', [], { shown: 3, widths: null, order: 'name', pinned: {} }])(
  'of %j nothing is read',
  (stored) => {
    expect(settingsOf(stored, columns)).toEqual(NO_SETTINGS)
  },
)

test('only what differs from how the table comes is kept', () => {
  expect(shown()).toEqual(['name', 'units'])
  const changed = withShown(NO_SETTINGS, columns, new Set(['weight']))
  expect(changed.shown).toEqual({ units: false, weight: true })
  expect(shown(changed)).toEqual(['name', 'weight'])
  expect(withShown(changed, columns, new Set(['units']))).toEqual(NO_SETTINGS)
})

test('columns are moved, and back to how they come', () => {
  const named = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  const move = (settings: TableSettings, moved: string, target: string, isAfter: boolean) =>
    withMoved(settings, named, { moved: new Set([moved]), target, isAfter })
  const changed = move(NO_SETTINGS, 'd', 'b', false)
  expect(changed.order).toEqual(['a', 'd', 'b', 'c'])
  expect(move(changed, 'd', 'd', true)).toBe(changed)
  expect(move(changed, 'd', 'c', true)).toEqual(NO_SETTINGS)
  // A later version brings a column of which the order says nothing.
  const later = [...named.slice(0, 2), { id: 'new' }, ...named.slice(2), { id: 'last' }]
  expect(inOrder(later, changed).map(({ id }) => id)).toEqual(['a', 'd', 'last', 'b', 'new', 'c'])
})

test('pinned columns come last, and share no head of a group with their neighbours', () => {
  const group = { id: 'cost', title: 'Cost' }
  const found = shownColumns([{ id: 'name' }, { id: 'fee', group }, { id: 'freight', group }], {
    ...NO_SETTINGS,
    pinned: ['fee'],
  })
  expect(found.map(({ id }) => id)).toEqual(['name', 'freight', 'fee'])
  expect(found[2]).toMatchObject({ isPinned: true, group: { id: 'fee', title: 'Cost' } })
})
