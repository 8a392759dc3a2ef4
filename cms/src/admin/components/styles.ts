import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';

/** Below this width, the words of the bar at the bottom are above its buttons. */
export const NARROW = '@media (width < 720px)';

/** Not Strapi's layouts: their header stays in view, and their root clips what should. */
export const Screen = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100%;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.5rem;
  line-height: 1.5;
`;

/** A part of the first screen. */
export const Card = styled.section`
  padding: 2.4rem;
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral0};
  box-shadow: ${({ theme }) => theme.shadows.tableShadow};
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.5rem;
  line-height: 1.5;

  h2 {
    font-size: 1.8rem;
    font-weight: 600;
  }
`;

/** What stands out in a list: something planned, or what the owner should read. */
export const Box = styled.li<{ $isReport?: boolean }>`
  padding: 1.2rem 1.6rem;
  border: 1px solid ${({ theme, $isReport }) => ($isReport ? theme.colors.warning200 : theme.colors.neutral200)};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme, $isReport }) => ($isReport ? theme.colors.warning100 : theme.colors.neutral0)};
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.5rem;
  line-height: 1.5;
  overflow-wrap: anywhere;
`;

/** The look of a button that a finger can press, also of a link beside such buttons. */
const button = css<{ $isFilled?: boolean }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 4.4rem;
  padding: 0.8rem 1.6rem;
  border: 1px solid
    ${({ theme, $isFilled }) => ($isFilled ? theme.colors.primary600 : theme.colors.primary200)};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme, $isFilled }) => ($isFilled ? theme.colors.primary600 : theme.colors.primary100)};
  color: ${({ theme, $isFilled }) => ($isFilled ? theme.colors.neutral0 : theme.colors.primary700)};
  font: inherit;
  font-size: 1.5rem;
  text-decoration: none;
  cursor: pointer;

  &[aria-disabled='true'] {
    opacity: 0.6;
    cursor: wait;
  }

  &[aria-pressed='true'] {
    border-color: currentColor;
    font-weight: 600;
  }

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }
`;

export const Button = styled.button<{ $isFilled?: boolean }>`
  ${button}
`;

export const ButtonLink = styled(Link)<{ $isFilled?: boolean }>`
  ${button}
`;

/** Buttons side by side, as far as they fit. */
export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;
`;

/** Buttons that share the width of a phone. */
export const ButtonRow = styled(Buttons)`
  @media (width < 480px) {
    > * {
      flex: 1 1 auto;
    }
  }
`;

/** A field that a finger can press. */
export const field = css`
  min-height: 4.4rem;
  padding: 0 1.2rem;
  border: 1px solid ${({ theme }) => theme.colors.neutral500};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral0};
  color: inherit;
  font: inherit;
  /* With a smaller one, iOS enlarges the page. */
  font-size: 1.6rem;
`;

/** What happened after a press. */
export const Outcome = styled.p<{ $isProblem?: boolean | undefined }>`
  color: ${({ theme, $isProblem }) => ($isProblem ? theme.colors.danger700 : theme.colors.success700)};
`;

/** The title of such a screen, with links. */
export const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.8rem;

  h1 {
    flex: 1 1 auto;
    font-size: 3.2rem;
    line-height: 1.2;
  }

  /* Beside the title of the menu on a phone. */
  a {
    padding-inline: 1.2rem;
  }

  p {
    flex: 1 1 100%;
    color: ${({ theme }) => theme.colors.neutral600};
  }
`;
