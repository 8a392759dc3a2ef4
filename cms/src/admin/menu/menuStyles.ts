import { Switch } from '@strapi/design-system';
import { styled } from 'styled-components';
import { Button } from '../components/styles';

/** A button in a line of an item. */
export const SmallButton = styled(Button)`
  padding-inline: 1.2rem;
  font-size: 1.4rem;

  &[aria-pressed='true'] {
    cursor: default;
  }
`;

/** Strapi's switch with an invisible border, so that a finger finds it. */
export const LargeSwitch = styled(Switch)`
  flex: none;
  box-sizing: border-box;
  width: 6rem;
  height: 4.4rem;
  border: 1rem solid transparent;
  border-radius: 2.2rem;
  background-clip: padding-box;
`;

/** Words that are not on the site yet: the color of everything that waits for “Publish the menu”. */
export const Waiting = styled.p`
  padding: 0.2rem 0.8rem;
  border-inline-start: 3px solid ${({ theme }) => theme.colors.warning500};
  background: ${({ theme }) => theme.colors.warning100};
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.4rem;
  overflow-wrap: anywhere;
`;

/** A line of an item, such as until when it is off the menu, with buttons. */
export const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.4rem 0.8rem;
  min-width: 0;
  font-size: 1.4rem;
  overflow-wrap: anywhere;

  p {
    margin-inline-end: 0.8rem;
  }
`;
