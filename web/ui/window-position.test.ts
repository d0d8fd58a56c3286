import { expect, test } from 'vitest'
import { inWindow } from './window-position.ts'

const BOX = { width: 350, height: 400 }

test.each([
  ['stays where it fits', { x: 560, y: 47 }, { width: 1440, height: 900 }, { x: 560, y: 47 }],
  ['goes left in the smallest window', { x: 560, y: 47 }, { width: 900, height: 530 }, { x: 542, y: 47 }],
  ['comes back from beyond every edge', { x: -50, y: -50 }, { width: 1440, height: 900 }, { x: 8, y: 8 }],
  ['does not sink below', { x: 2000, y: 2000 }, { width: 1440, height: 900 }, { x: 1082, y: 492 }],
  [
    'keeps its head in a window that is too small',
    { x: 100, y: 100 },
    { width: 300, height: 200 },
    { x: 8, y: 8 },
  ],
])('a box %s', (_, position, window, expected) => {
  expect(inWindow(position, BOX, window)).toEqual(expected)
})
