import { countText } from './numbers.ts'

/** `1 item selected`, `12 items selected`. */
export const selectedText = (count: number): string => `${countText(count, 'item')} selected`
