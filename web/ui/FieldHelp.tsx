import { CircleAlert } from 'lucide-react'
import { FieldError } from 'react-aria-components/FieldError'
import { Text } from 'react-aria-components/Text'
import styles from './Field.module.css'
import type { FieldTexts } from './FieldLabel.tsx'
import { Icon } from './Icon.tsx'

/** Stands below a field; the error takes the place of the helper text. */
export function FieldHelp({ helper, error }: Pick<FieldTexts, 'helper' | 'error'>) {
  return (
    <>
      {helper && error === undefined && (
        <Text slot="description" className={styles.helper!}>
          {helper}
        </Text>
      )}
      <FieldError className={styles.error!}>
        <Icon of={CircleAlert} />
        {error}
      </FieldError>
    </>
  )
}
