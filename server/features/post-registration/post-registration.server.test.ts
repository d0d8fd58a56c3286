import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { addMember, tables } from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const PERSON = {
  name: 'Robin Field',
  roleInCompany: 'FOUNDER',
  countryOfResidence: 'GB',
  acceptsMarketingEmails: true,
} as const
const FULL = {
  personalDetails: PERSON,
  companyDetails: { name: 'Field Outdoor', ownerOrReseller: 'BRAND_OWNER', foundingYear: 2011 },
  companyRole: { roleInCompany: 'FOUNDER' },
  referralDetails: { referrer: 'GOOGLE' },
} as const

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const detailsOf = async (companyId: string) => {
  const { companyDetails } = tables
  const [row] = await server.services.accounts.db
    .select()
    .from(companyDetails)
    .where(eq(companyDetails.companyId, companyId))
  return row
}

test('who has just signed up registers a company and owns it', async () => {
  const { user, calls } = await server.person()
  expect(await calls.postRegistration.isPostRegistrationComplete()).toBe(false)
  expect(await calls.userSettings.getUserPersonalDetails()).toBeNull()

  const { companyId } = await calls.postRegistration.submitFullPostRegistrationData(FULL)

  expect(await calls.postRegistration.isPostRegistrationComplete()).toBe(true)
  expect(await calls.userSettings.getUserPersonalDetails()).toEqual({
    name: 'Robin Field',
    roleInCompany: 'FOUNDER',
    otherRole: null,
    countryOfResidenceIsoCode: 'GB',
    acceptsMarketingEmails: true,
  })
  expect(await calls.companies.getUserCompanyOptions()).toMatchObject([
    { id: companyId, name: 'Field Outdoor' },
  ])
  const team = await calls.companySettings.permissions.getTeam({ companyId })
  expect(team.members).toMatchObject([{ userId: user.id, role: 'OWNER' }])
  expect(await detailsOf(companyId)).toMatchObject({
    foundingYear: 2011,
    brandCategories: [],
    referrer: 'GOOGLE',
  })
})

test('a draft that is sent again is the company that it has become, and that of nobody else', async () => {
  const registrationId = '0c1fd1c1-2f0e-4a5c-9d3e-2a8f5f0f3a11'
  const draft = { ...FULL, registrationId }
  const { calls } = await server.person()
  const send = calls.postRegistration.submitFullPostRegistrationData
  const [first, atOnce] = await Promise.all([send(draft), send(draft)])
  expect([atOnce, await send(draft)]).toEqual([first, first])
  expect(await calls.companies.getUserCompanyOptions()).toMatchObject([{ id: first.companyId }])

  const stranger = (await server.person()).calls
  const another = await stranger.postRegistration.submitFullPostRegistrationData(draft)
  expect(another).not.toEqual(first)
  expect(await stranger.companies.getUserCompanyOptions()).toMatchObject([{ id: another.companyId }])
  // Without a draft's name each is a company of its own.
  expect(await send(FULL)).not.toEqual(first)
})

test('who was invited tells about themselves alone; the next time replaces it', async () => {
  const { user, calls } = await server.person()
  const company = await server.company()
  await addMember(server.services.accounts, company, user, 'VIEWER')
  expect(await calls.postRegistration.isPostRegistrationComplete()).toBe(false)
  await calls.postRegistration.submitPersonalPostRegistrationData({ personalDetails: PERSON })
  expect(await calls.postRegistration.isPostRegistrationComplete()).toBe(true)

  const personalDetails = { ...PERSON, name: 'Robin Meadow' }
  await calls.postRegistration.submitPersonalPostRegistrationData({ personalDetails })
  expect(await calls.userSettings.getUserPersonalDetails()).toMatchObject({ name: 'Robin Meadow' })
})

test('who has told about themselves and belongs to no company is not done', async () => {
  const { calls } = await server.person()
  await calls.postRegistration.submitPersonalPostRegistrationData({ personalDetails: PERSON })
  expect(await calls.postRegistration.isPostRegistrationComplete()).toBe(false)
})

test('what goes with OTHER is kept with OTHER and dropped without', async () => {
  const { calls } = await server.person()
  const others = { otherOtherSellingChannels: 'Fairs', otherAmazonMarketplaceName: 'Poland' }
  const { submitFullPostRegistrationData } = calls.postRegistration
  const kept = await submitFullPostRegistrationData({
    ...FULL,
    companyDetails: {
      ...FULL.companyDetails,
      ...others,
      otherSellingChannels: ['SHOPIFY', 'OTHER'],
      largestAmazonMarketplace: 'OTHER',
    },
    companyRole: { roleInCompany: 'OTHER', otherRole: 'Purser' },
    referralDetails: { referrer: 'OTHER', otherReferralDescription: 'On a fair' },
  })
  expect(await detailsOf(kept.companyId)).toMatchObject({
    ...others,
    otherRole: 'Purser',
    otherReferralDescription: 'On a fair',
  })
  const dropped = await submitFullPostRegistrationData({
    ...FULL,
    companyDetails: { ...FULL.companyDetails, ...others, otherSellingChannels: ['SHOPIFY'] },
    companyRole: { roleInCompany: 'CEO', otherRole: 'Purser' },
    referralDetails: { referrer: 'GOOGLE', otherReferralDescription: 'On a fair' },
  })
  expect(await detailsOf(dropped.companyId)).toMatchObject({
    otherOtherSellingChannels: null,
    otherAmazonMarketplaceName: null,
    otherRole: null,
    otherReferralDescription: null,
  })
})

test('a wrong answer leaves nothing behind', async () => {
  const { calls } = await server.person()
  const { submitFullPostRegistrationData } = calls.postRegistration
  const withCompany = (details: object) =>
    submitFullPostRegistrationData({ ...FULL, companyDetails: { ...FULL.companyDetails, ...details } })
  await expect(withCompany({ foundingYear: 2027 })).rejects.toThrow('Provide a valid year.')
  await expect(withCompany({ foundingYear: 999 })).rejects.toThrow('Provide a valid year.')
  await expect(withCompany({ name: 'A' })).rejects.toThrow('Provide a company name between')
  await expect(
    submitFullPostRegistrationData({ ...FULL, personalDetails: { ...PERSON, countryOfResidence: 'XX' } }),
  ).rejects.toThrow('Provide your country of residence.')
  expect(await calls.companies.getUserCompanyOptions()).toEqual([])
  expect(await calls.userSettings.getUserPersonalDetails()).toBeNull()
})
