import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import type { ImportRecord } from '#contract/imports.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import styles from './AccountQuestion.module.css'

const NEW = ' new'
const NAME_LENGTH_MAX = 100

/** Asks to which seller account a file belongs that does not say so itself. */
export function AccountQuestion({ record, onAnswered }: { record: ImportRecord; onAnswered: () => void }) {
  const { accountChoices, problem, companyId, id } = record
  const [choice, setChoice] = useState(accountChoices[0] ?? NEW)
  const [name, setName] = useState('')
  const answer = useMutation(trpc.imports.answer.mutationOptions({ onSuccess: onAnswered }))

  const account = choice === NEW ? name.trim() : choice
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    if (account) answer.mutate({ companyId, importId: id, account })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <p>{problem?.text}</p>
      {accountChoices.length > 0 && (
        <ChoiceGroup
          label="Seller account"
          choices={[
            ...accountChoices.map((value) => ({ value, label: value })),
            { value: NEW, label: 'Another account' },
          ]}
          value={choice}
          onChange={setChoice}
        />
      )}
      {choice === NEW && (
        <TextField label="Name of the account" value={name} onChange={setName} maxLength={NAME_LENGTH_MAX} />
      )}
      {answer.isError && (
        <p role="alert" className={styles.error}>
          {errorText(answer.error)}
        </p>
      )}
      <Button kind="primary" type="submit" isDisabled={!account} isPending={answer.isPending}>
        Continue
      </Button>
    </form>
  )
}

const MARKETPLACE_CHOICES = MARKETPLACES.map(({ code, label }) => ({ value: code, label }))
type MarketplaceCode = (typeof MARKETPLACE_CHOICES)[number]['value']

/** Asks for the marketplace of a file, which decides its seller account and its currency. */
export function MarketplaceQuestion({
  record,
  onAnswered,
}: {
  record: ImportRecord
  onAnswered: () => void
}) {
  const { problem, companyId, id } = record
  const [marketplace, setMarketplace] = useState<MarketplaceCode | null>(null)
  const answer = useMutation(trpc.imports.answer.mutationOptions({ onSuccess: onAnswered }))
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    if (marketplace) answer.mutate({ companyId, importId: id, marketplace })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <p>{problem?.text}</p>
      <SelectField
        label="Marketplace"
        searchLabel="Marketplace"
        choices={MARKETPLACE_CHOICES}
        value={marketplace}
        onChange={setMarketplace}
      />
      {answer.isError && (
        <p role="alert" className={styles.error}>
          {errorText(answer.error)}
        </p>
      )}
      <Button kind="primary" type="submit" isDisabled={!marketplace} isPending={answer.isPending}>
        Continue
      </Button>
    </form>
  )
}
