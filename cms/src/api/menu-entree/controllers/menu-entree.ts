import { createDishController } from '../../../menu/createDishController';

export default createDishController('menu-entree');
