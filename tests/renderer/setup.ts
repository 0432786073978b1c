/** Matchers for what is drawn: `toBeVisible` and the like. */
import '@testing-library/jest-dom/vitest'
