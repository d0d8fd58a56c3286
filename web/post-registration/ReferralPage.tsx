import { Referral, type Referrer } from '#contract/post-registration.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { choicesOf, REFERRER_LABELS } from './labels.ts'
import { StepPage, useDraft } from './StepPage.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'

interface Values {
  referrer: Referrer | null
  otherReferralDescription: string
}

export function ReferralPage() {
  const { answers } = useDraft()
  const drafted = answers.referral
  const form = useSchemaForm<Values, Referral>({
    schema: Referral,
    initial: {
      referrer: drafted?.referrer ?? null,
      otherReferralDescription:
        drafted && 'otherReferralDescription' in drafted ? drafted.otherReferralDescription : '',
    },
  })
  return (
    <StepPage
      id="referral"
      title="How did you find us?"
      form={form}
      downReason={answers.brandCategories ? undefined : 'Continue leads to the next step.'}
    >
      <ChoiceGroup
        {...form.field('referrer')}
        onChange={(referrer) =>
          form.set({ referrer, ...(referrer !== 'OTHER' && { otherReferralDescription: '' }) })
        }
        label="Where you heard of Sextant"
        choices={choicesOf(REFERRER_LABELS)}
      />
      {form.values.referrer === 'OTHER' && (
        <TextField {...form.field('otherReferralDescription')} label="How you found us" isWide />
      )}
    </StepPage>
  )
}
