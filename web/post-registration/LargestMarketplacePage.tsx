import { MarketplaceForm, type LargestMarketplace } from '#contract/post-registration.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { choicesOf, MARKETPLACE_LABELS } from './labels.ts'
import { StepPage, useDraft } from './StepPage.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'

interface Values {
  marketplace: LargestMarketplace | null
  otherMarketplaceName: string
}

const NONE = 'NONE'
const choices = [
  { value: NONE, label: 'No answer' },
  ...choicesOf(MARKETPLACE_LABELS).map((choice) => ({
    ...choice,
    icon: <Flag country={choice.value} width={18} />,
  })),
] as const

export function LargestMarketplacePage() {
  const drafted = useDraft().answers.largestAmazonMarketplace
  const form = useSchemaForm<Values, MarketplaceForm>({
    schema: MarketplaceForm,
    initial: {
      marketplace: drafted?.marketplace ?? null,
      otherMarketplaceName: drafted?.otherMarketplaceName ?? '',
    },
  })
  const choose = (value: LargestMarketplace | typeof NONE) =>
    form.set({
      marketplace: value === NONE ? null : value,
      ...(value !== 'OTHER' && { otherMarketplaceName: '' }),
    })
  return (
    <StepPage id="largestAmazonMarketplace" title="Where do you sell most?" form={form}>
      <SelectField
        label="Largest Amazon marketplace"
        isOptional
        choices={choices}
        value={form.values.marketplace}
        onChange={choose}
        error={form.errorOf('marketplace')}
        isWide
      />
      {form.values.marketplace === 'OTHER' && (
        <TextField {...form.field('otherMarketplaceName')} label="Name of the other marketplace" isWide />
      )}
    </StepPage>
  )
}
