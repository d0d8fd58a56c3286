import type { AdminCompany } from '#contract/admin.ts'
import { LICENCES } from '#contract/licences.ts'
import { BLOCK_WORDS } from './words.ts'

/** What a company has, in words, and since when. */
export function subscriptionOf(
  company: Pick<AdminCompany, 'blockReason' | 'blockedAt' | 'licences' | 'licencesChangedAt' | 'createdAt'>,
): { state: string; isBlocked: boolean; since: string } {
  const { blockReason, blockedAt, licences, licencesChangedAt, createdAt } = company
  if (blockReason !== null)
    return { state: BLOCK_WORDS[blockReason], isBlocked: true, since: blockedAt ?? createdAt }
  const held = LICENCES.filter((licence) => licences.includes(licence)).length
  const state =
    held === LICENCES.length
      ? 'All licences'
      : held === 0
        ? 'No licence'
        : `${held} of ${LICENCES.length} licences`
  return { state, isBlocked: false, since: licencesChangedAt ?? createdAt }
}
