import { Scale } from 'lucide-react'
import { expect, test } from 'vitest'
import { PATHS } from '#web/paths.ts'
import { shownNavigation, type NavigationGroup } from './navigation.ts'

const group = (label: string, isPreRelease?: boolean): NavigationGroup => ({
  label,
  ...(isPreRelease !== undefined && { isPreRelease }),
  entries: [{ label, icon: Scale, to: PATHS.import }],
})

test('groups that are not finished are there only where they are switched on', () => {
  const groups = [group('Profit'), group('Intelligence', true)]
  const labels = (withPreRelease: boolean) =>
    shownNavigation(true, groups, withPreRelease).map(({ label }) => label)
  expect(labels(false)).toEqual(['Profit'])
  expect(labels(true)).toEqual(['Profit', 'Intelligence'])
})

test('without a company only what is about none is there', () => {
  const labels = shownNavigation(false).flatMap(({ entries }) => entries.map(({ label }) => label))
  expect(labels).toEqual(['Licenses', 'Debug', 'Sign out'])
})
