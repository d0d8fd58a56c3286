import { expect, test } from 'vitest'
import type { z } from 'zod'
import { COUNTRY_CODES } from './countries.ts'
import {
  BrandForm,
  ChannelsForm,
  companyForm,
  MarketplaceForm,
  PersonalDetails,
  Referral,
} from './post-registration.ts'

const messagesOf = (schema: z.ZodType, value: unknown): Record<string, string> =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )
const PERSON = {
  name: 'Robin',
  roleInCompany: 'CEO',
  otherRole: '',
  countryOfResidence: 'GB',
  acceptsMarketingEmails: false,
}
const COMPANY = { companyName: 'Field', brandFoundingYear: 2011, ownerOrReseller: 'BRAND_OWNER' }

test('an empty form is told all that it lacks', () => {
  expect(
    messagesOf(PersonalDetails, { ...PERSON, name: ' ', roleInCompany: null, countryOfResidence: null }),
  ).toEqual({
    name: 'Please provide a name between 2 and 100 characters.',
    roleInCompany: 'Provide your role.',
    countryOfResidence: 'Provide your country of residence.',
  })
  expect(
    messagesOf(companyForm(2026), { companyName: '', brandFoundingYear: Number.NaN, ownerOrReseller: null }),
  ).toEqual({
    companyName: 'Provide a company name between 2 and 100 characters.',
    brandFoundingYear: 'Provide a valid year.',
    ownerOrReseller: 'Please select one.',
  })
  expect(messagesOf(Referral, { referrer: null })).toEqual({ referrer: 'Please select one.' })
})

test.each(['', 'P', 'P'.repeat(101)])(
  'OTHER asks for a text of 2 to 100 characters, and not for %j',
  (text) => {
    // Also when another field is wrong.
    expect(
      messagesOf(PersonalDetails, { ...PERSON, name: '', roleInCompany: 'OTHER', otherRole: text }),
    ).toMatchObject({
      otherRole: 'Provide the name of your role.',
    })
    expect(messagesOf(Referral, { referrer: 'OTHER', otherReferralDescription: text })).toEqual({
      otherReferralDescription: 'Please let us know how you found us!',
    })
    expect(messagesOf(MarketplaceForm, { marketplace: 'OTHER', otherMarketplaceName: text })).toEqual({
      otherMarketplaceName: 'Please let us know what the other marketplace is.',
    })
    expect(messagesOf(ChannelsForm, { channels: ['OTHER'], otherChannels: text })).toEqual({
      otherChannels: 'Please let us know about the other channels.',
    })
  },
)

test('optional steps take nothing for an answer', () => {
  expect(messagesOf(BrandForm, { categories: [] })).toEqual({})
  expect(messagesOf(MarketplaceForm, { marketplace: null, otherMarketplaceName: '' })).toEqual({})
  expect(messagesOf(ChannelsForm, { channels: [], otherChannels: '' })).toEqual({})
})

test.each([
  [999, false],
  [1000, true],
  [2026, true],
  [2027, false],
  [2011.5, false],
])('a founding year %d: %s', (brandFoundingYear, isValid) => {
  expect(companyForm(2026).safeParse({ ...COMPANY, brandFoundingYear }).success).toBe(isValid)
})

test('names are trimmed, and the text of a choice that was taken back is dropped', () => {
  expect(PersonalDetails.parse({ ...PERSON, name: ' Robin ', otherRole: 'Purser' })).toEqual({
    name: 'Robin',
    roleInCompany: 'CEO',
    countryOfResidence: 'GB',
    acceptsMarketingEmails: false,
  })
})

test('countries are those of the standard, each once', () => {
  expect(COUNTRY_CODES).toHaveLength(249)
  expect(new Set(COUNTRY_CODES).size).toBe(249)
  expect(messagesOf(PersonalDetails, { ...PERSON, countryOfResidence: 'XX' })).toEqual({
    countryOfResidence: 'Provide your country of residence.',
  })
})
