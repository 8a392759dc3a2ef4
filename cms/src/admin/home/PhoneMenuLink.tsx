import { Restaurant } from '@strapi/icons';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { NavLink, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { uidOf } from '../../shared/content/contentTypes';
import { menuTypes } from '../../shared/content/menuTypes';
import { onNavigation } from '../strapi/page';
import { usePermissions } from './usePermissions';

const Item = styled.li`
  a {
    display: flex;
    justify-content: center;
    color: ${({ theme }) => theme.colors.neutral500};
  }

  a.active {
    background: ${({ theme }) => theme.colors.primary100};
    color: ${({ theme }) => theme.colors.primary600};
  }

  /* A wide screen has the link already. */
  @media (width >= 1080px) {
    display: none;
  }
`;

/** The link to the menu in the bar of a phone, which has only links that Strapi has chosen. */
export function PhoneMenuLink() {
  const can = usePermissions();
  const [bar, setBar] = useState<Element>();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in, which leads to another page, needs the new bar.
  useEffect(() => onNavigation(setBar), [pathname]);
  if (!bar || !menuTypes.some((type) => can('read', uidOf(type)))) return null;
  return createPortal(
    <Item>
      <NavLink to="/menu" aria-label="Menu">
        <Restaurant aria-hidden width="2rem" height="2rem" />
      </NavLink>
    </Item>,
    bar,
  );
}
