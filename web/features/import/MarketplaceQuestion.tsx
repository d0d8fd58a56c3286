import { useState } from 'react'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { QuestionForm, type QuestionProps } from './QuestionForm.tsx'

const CHOICES = MARKETPLACES.map(({ code, label }) => ({ value: code, label }))
type MarketplaceCode = (typeof CHOICES)[number]['value']

/** Asks for the marketplace of a file, which decides its seller account and its currency. */
export function MarketplaceQuestion(props: QuestionProps) {
  const [marketplace, setMarketplace] = useState<MarketplaceCode | null>(null)
  return (
    <QuestionForm {...props} answer={marketplace ? { marketplace } : null}>
      <SelectField
        label="Marketplace"
        searchLabel="Marketplace"
        choices={CHOICES}
        value={marketplace}
        onChange={setMarketplace}
      />
    </QuestionForm>
  )
}
