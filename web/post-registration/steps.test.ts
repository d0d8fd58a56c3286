import { expect, test } from 'vitest'
import { missingBefore, STEPS, submissionOf, type Answers, type StepId } from './steps.ts'

const ANSWERS = {
  personalDetails: {
    name: 'Robin',
    roleInCompany: 'OTHER',
    otherRole: 'Purser',
    countryOfResidence: 'GB',
    acceptsMarketingEmails: false,
  },
  companyDetails: { companyName: 'Field', brandFoundingYear: 2011, ownerOrReseller: 'RESELLER' },
  referral: { referrer: 'GOOGLE' },
  brandCategories: { categories: ['FASHION'] },
  largestAmazonMarketplace: { marketplace: 'OTHER', otherMarketplaceName: 'Poland' },
  otherChannels: { channels: ['OTHER'], otherChannels: 'Fairs' },
} satisfies Answers

test.each<[step: StepId, missing: StepId]>([
  ['companyDetails', 'personalDetails'],
  ['referral', 'companyDetails'],
  ['brandCategories', 'referral'],
  ['largestAmazonMarketplace', 'brandCategories'],
  ['otherChannels', 'largestAmazonMarketplace'],
])('%s leads back to %s while that has no answer', (step, missing) => {
  const { [missing]: _, ...rest } = ANSWERS as Answers
  expect(missingBefore(step, rest)?.id).toBe(missing)
})

test('of several missing steps the first is gone back to', () => {
  expect(missingBefore('otherChannels', {})?.id).toBe('personalDetails')
  expect(missingBefore('personalDetails', {})).toBeUndefined()
})

test('with all answers every step is open', () => {
  expect(STEPS.map(({ id }) => missingBefore(id, ANSWERS))).toEqual(STEPS.map(() => undefined))
})

test('what goes with OTHER is sent with it alone', () => {
  expect(submissionOf(ANSWERS)).toEqual({
    personalDetails: ANSWERS.personalDetails,
    companyDetails: {
      name: 'Field',
      ownerOrReseller: 'RESELLER',
      foundingYear: 2011,
      brandCategories: ['FASHION'],
      otherSellingChannels: ['OTHER'],
      otherOtherSellingChannels: 'Fairs',
      largestAmazonMarketplace: 'OTHER',
      otherAmazonMarketplaceName: 'Poland',
    },
    companyRole: { roleInCompany: 'OTHER', otherRole: 'Purser' },
    referralDetails: { referrer: 'GOOGLE' },
  })
  const { companyDetails } = submissionOf({
    ...ANSWERS,
    largestAmazonMarketplace: { marketplace: null, otherMarketplaceName: 'Poland' },
    otherChannels: { channels: [], otherChannels: 'Fairs' },
  })!
  expect(companyDetails).not.toHaveProperty('otherOtherSellingChannels')
  expect(companyDetails).not.toHaveProperty('otherAmazonMarketplaceName')
  expect(companyDetails).not.toHaveProperty('largestAmazonMarketplace')
})

test('nothing is sent while a step that has to be answered is not', () => {
  const { referral: _, ...rest } = ANSWERS
  expect(submissionOf(rest)).toBeUndefined()
})
