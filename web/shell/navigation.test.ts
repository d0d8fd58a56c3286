import { Scale } from 'lucide-react'
import { expect, test } from 'vitest'
import { PATHS } from '#web/paths.ts'
import { searchTo, shownNavigation, type NavigationGroup } from './navigation.ts'

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

test('the moment that is read goes along to every page of numbers, also where it can only say that it shows now', () => {
  const moment = { asOf: '2026-03-03T14:05:00.000Z' }
  const kept = shownNavigation(true)
    .filter(({ entries }) => entries.every((entry) => searchTo(entry).search?.(moment).asOf === moment.asOf))
    .map(({ label }) => label)
  expect(kept).toEqual(['Sales', 'Profit', 'Operations', 'Accounting'])
})
