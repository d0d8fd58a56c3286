import { cx } from './class-names.ts'
import styles from './PromptGrid.module.css'

export interface Prompt {
  id: string
  text: string
  isHighlighted?: boolean
}

interface PromptGridProps {
  title: string
  prompts: readonly Prompt[]
  /** One under the other, where they are long. */
  isColumn?: boolean
  onChoose: (prompt: Prompt) => void
  /** While an answer is awaited. */
  isDisabled?: boolean
}

/** Questions to begin with; a press asks one. */
export const PromptGrid = ({
  title,
  prompts,
  isColumn = false,
  onChoose,
  isDisabled = false,
}: PromptGridProps) => (
  <section className={styles.prompts} aria-label={title}>
    <h3>{title}</h3>
    <ul className={cx(styles.list, isColumn && styles.column)}>
      {prompts.map((prompt) => (
        <li key={prompt.id}>
          <button
            type="button"
            className={cx(styles.prompt, prompt.isHighlighted && styles.highlighted)}
            disabled={isDisabled}
            onClick={() => onChoose(prompt)}
          >
            {prompt.text}
          </button>
        </li>
      ))}
    </ul>
  </section>
)
