import { expect, test } from 'vitest'
import { isShown, NO_SETTINGS, settingsOf, withShown } from './table-settings.ts'

const columns = [{ id: 'name', canHide: false }, { id: 'units' }, { id: 'weight', isHiddenAtFirst: true }]
const shown = (settings = NO_SETTINGS) =>
  columns.filter((column) => isShown(column, settings)).map(({ id }) => id)

test('columns that no longer exist and values that are none are dropped', () => {
  expect(
    settingsOf(
      { shown: { units: false, gone: true, weight: 'yes' }, widths: { units: 5, weight: 'wide', gone: 90 } },
      columns,
    ),
  ).toEqual({ shown: { units: false }, widths: { units: 40 } })
})

test.each([null, 17, 'x', [], { shown: 3, widths: null }])('of %j nothing is read', (stored) => {
  expect(settingsOf(stored, columns)).toEqual(NO_SETTINGS)
})

test('only what differs from how the table comes is kept', () => {
  expect(shown()).toEqual(['name', 'units'])
  const changed = withShown(NO_SETTINGS, columns, new Set(['weight']))
  expect(changed.shown).toEqual({ units: false, weight: true })
  expect(shown(changed)).toEqual(['name', 'weight'])
  expect(withShown(changed, columns, new Set(['units']))).toEqual(NO_SETTINGS)
})
