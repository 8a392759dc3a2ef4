import { createDishController } from '../../../dishes/createDishController';

export default createDishController('menu-side');
