import { useState } from 'react'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { QuestionForm, type QuestionProps } from './QuestionForm.tsx'

const NEW = ' new'
const NAME_LENGTH_MAX = 100

/** Asks to which seller account a file belongs that does not say so itself. */
export function AccountQuestion(props: QuestionProps) {
  const { accountChoices } = props.record
  const [choice, setChoice] = useState(accountChoices[0] ?? NEW)
  const [name, setName] = useState('')
  const account = choice === NEW ? name.trim() : choice
  return (
    <QuestionForm {...props} answer={account ? { account } : null}>
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
    </QuestionForm>
  )
}
