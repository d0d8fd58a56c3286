/** What Amazon says of where an account sells and whose advertising it is, as it is kept. */
import type { AdvertisingProfile, Participation } from '#amazon/api/clients.ts'
import { marketplaceOf, type Region } from '#contract/marketplaces.ts'

const NAME_LENGTH_MAX = 80

/** Codes of the marketplaces of a region in which a seller takes part, and the name of the store there. */
export function sellingIn(
  participations: readonly Participation[],
  region: Region,
): { marketplaces: string[]; storeName: string } {
  const taken = participations.filter(
    ({ marketplace, isParticipating }) => isParticipating && marketplaceOf(marketplace)?.region === region,
  )
  return {
    marketplaces: [...new Set(taken.map(({ marketplace }) => marketplace))].toSorted(),
    storeName: shownName(taken.find(({ storeName }) => shownName(storeName) !== '')?.storeName ?? ''),
  }
}

/** Profiles of a region, less those of agencies, with names of their own: an account has one name in all countries, and two may have the same. */
export function profilesIn(all: readonly AdvertisingProfile[], region: Region) {
  const profiles = all.filter(
    ({ kind, marketplace }) => kind !== 'agency' && marketplaceOf(marketplace)?.region === region,
  )
  const nameOf = ({ accountName, accountId, marketplace }: AdvertisingProfile) =>
    `${shownName(accountName) || accountId} (${marketplace})`
  return profiles.map((profile) => {
    const { profileId, marketplace, currency, timeZone, accountId } = profile
    const name = nameOf(profile)
    const isAlone = profiles.every((other) => other.profileId === profileId || nameOf(other) !== name)
    return {
      profileId,
      name: isAlone ? name : `${name} ${profileId}`,
      marketplace,
      currency,
      timeZone,
      accountId,
    }
  })
}

/** A name from outside, as it can be kept and shown. */
const shownName = (name: string): string =>
  name
    .replaceAll(/[\p{Control}\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH_MAX)
