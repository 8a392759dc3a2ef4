import styles from './CarouselControls.module.css';

interface CarouselControlsProps {
  count: number;
  /** The picture that is shown, counted from 0. */
  shown: number;
  onShow: (index: number) => void;
}

/**
 * What moves the pictures: one back, any one, one on (the grouped carousel of the ARIA practices). A button with nothing
 * to do stays a button, so that it keeps the focus; the carousel stops at its ends by itself.
 */
export function CarouselControls({ count, shown, onShow }: CarouselControlsProps) {
  const button = (label: string, index: number, disabled: boolean, arrow?: string) => (
    <button
      key={label}
      className={arrow ? styles.step : styles.picker}
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={() => onShow(index)}
    >
      {arrow && (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={arrow} />
        </svg>
      )}
    </button>
  );
  return (
    <div className={styles.controls}>
      {button('Previous picture', shown - 1, shown === 0, 'M21 12H5M12 4l-8 8 8 8')}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form */}
      <div className={styles.pickers} role="group" aria-label="Choose a picture">
        {Array.from({ length: count }, (_, index) =>
          button(`Picture ${index + 1} of ${count}`, index, index === shown),
        )}
      </div>
      {button('Next picture', shown + 1, shown === count - 1, 'M3 12h16M12 4l8 8-8 8')}
    </div>
  );
}
