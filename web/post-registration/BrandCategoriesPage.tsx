import { BrandForm } from '#contract/post-registration.ts'
import { CheckboxChoices } from './CheckboxChoices.tsx'
import { BRAND_CATEGORY_LABELS, choicesOf } from './labels.ts'
import { StepPage, useDraft } from './StepPage.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'

export function BrandCategoriesPage() {
  const drafted = useDraft().answers.brandCategories
  const form = useSchemaForm<BrandForm, BrandForm>({
    schema: BrandForm,
    initial: { categories: drafted?.categories ?? [] },
  })
  return (
    <StepPage id="brandCategories" title="What do you sell?" form={form}>
      <CheckboxChoices
        label="Brand categories"
        choices={choicesOf(BRAND_CATEGORY_LABELS)}
        values={form.values.categories}
        onChange={(categories) => form.set({ categories })}
      />
    </StepPage>
  )
}
