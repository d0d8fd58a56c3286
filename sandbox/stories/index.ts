/** The sellers of the pretend Amazon. */
import type { IsoDate } from '#contract/date-range.ts'
import type { Seller } from '../seller.ts'
import { STORIES } from './stories.ts'
import { storySeller } from './story-seller.ts'

/** Fixed, so that a seller has the same past on every day. */
const FIRST_DAY = '2024-05-01'

/** All sellers, or those of the ids, each the same for the same seed and first day. */
export function sellersOf({
  seed = 1,
  firstDay = FIRST_DAY,
  ids,
}: { seed?: number; firstDay?: IsoDate; ids?: readonly string[] } = {}): Seller[] {
  return STORIES.map((story, index) => ({ story, seed: seed * 100 + index }))
    .filter(({ story }) => !ids || ids.includes(story.id))
    .map((one) => storySeller(one.story, firstDay, one.seed))
}
